import type { DestinationKind } from '../contract/destinations.ts';

/**
 * Technologies of methane utilisation, by their number in the core's decision table; T01 is number
 * 1.
 */
export const TECHNOLOGIES = [
  'Утилизация технически нецелесообразна: рассеивание исходящей вентиляционной струи, мониторинг выбросов метана',
  'Каталитическое окисление метана вентиляционной струи (RCO) с дополнительным подогревом либо подача струи как воздуха горения котлов',
  'Вспомогательное использование: подача вентиляционной струи в качестве воздуха горения котельной или газопоршневых установок',
  'Регенеративное термическое окисление метана вентиляционной струи (RTO), утилизация тепла',
  'Каскад установок RTO с выработкой тепла (подогрев воздуха стволов, ГВС) и электроэнергии (паровая турбина)',
  'Разбавление до концентрации менее 1,2 % и подача как воздуха горения',
  'Разбавление вентиляционной струёй до 0,8–1,2 % и RTO либо газотурбинная установка на бедной смеси (1,0–1,6 %)',
  'Использование запрещено: смесь на подходе к взрывоопасной. Разбавить до < 3,5 % или повысить концентрацию до ≥ 25 % (герметизация скважин, регулирование вакуума)',
  'ВЗРЫВООПАСНО (5–15 % CH₄): транспортирование и использование запрещены. Повысить концентрацию до ≥ 25 % или безопасно разбавить',
  'Использование запрещено: концентрация выше взрывоопасного предела, но без запаса безопасности. Повысить до ≥ 25 %',
  'Контейнерная факельная установка закрытого типа (утилизация без выработки энергии)',
  'Газовая котельная / калориферная на метановоздушной смеси, факел — резерв',
  'Газовая котельная и газопоршневые установки в исполнении для бедного газа (≥ 25 %), факел — резерв',
  'Газовая котельная или газопоршневая установка малой мощности (0,2–1 МВт)',
  'Контейнерная газопоршневая ТЭЦ (когенерация 1–4 МВт эл.), факел — резерв',
  'Газопоршневая ТЭЦ более 4 МВт эл. с когенерацией, котельная, факел — резерв',
  'Газопоршневая/газотурбинная ТЭЦ либо обогащение смеси (PSA, мембраны) до ≥ 90 % с получением КПГ/СПГ',
  'Компримирование (КПГ) для технологического транспорта, газоснабжение котельной',
  'Очистка до трубопроводного качества, КПГ/СПГ, химическое сырьё',
  'Подача в распределительный или магистральный газопровод, производство СПГ',
] as const;

/** Code of technology `number` (from 1): T01 … T20. */
export function technologyCode(number: number): string {
  return `T${String(number).padStart(2, '0')}`;
}

/** Note shown with every recommendation. */
export const TECHNOLOGY_NOTE =
  'Рекомендация справочная; решение принимается по проекту дегазации и правилам безопасности.';

/**
 * Numbers of the outcomes for a forbidden concentration: near, inside and just above the explosive
 * range.
 */
export const FORBIDDEN: readonly number[] = [8, 9, 10];

/**
 * Where a technology sends the gas, by its number from 1, read off its name.
 * Chosen: from 25 % CH₄ up gas may always be flared, because the table names the flare there as technology T11 and as reserve.
 */
const DESTINATIONS: readonly (readonly DestinationKind[])[] = [
  [],
  ['oxidiser', 'boiler'],
  ['boiler', 'engine'],
  ['oxidiser'],
  ['oxidiser'],
  ['boiler'],
  ['oxidiser', 'engine'],
  [],
  [],
  [],
  ['flare'],
  ['flare', 'boiler'],
  ['flare', 'boiler', 'engine'],
  ['flare', 'boiler', 'engine'],
  ['flare', 'engine'],
  ['flare', 'engine', 'boiler'],
  ['flare', 'engine', 'sold'],
  ['flare', 'boiler', 'sold'],
  ['flare', 'sold'],
  ['flare', 'sold'],
];

/** Destinations of drained gas that technology `number` (from 1) has. */
export function technologyDestinations(number: number): readonly DestinationKind[] {
  return DESTINATIONS[number - 1] ?? [];
}
