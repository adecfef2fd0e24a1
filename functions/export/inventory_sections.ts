import { GWP_SETS } from '#core/contract/gwp_sets.ts';
import type { InventoryLine, ObjectInventory, ProjectInventory } from '#core/contract/inventory_schema.ts';
import type { AssignedRole } from '#core/contract/inventory_settings.ts';
import { OBJECT_KINDS } from '#core/contract/object_kinds.ts';
import { projectInventory } from '#core/inventory/project_inventory.ts';
import { totalRemarks } from '#core/inventory/total_remarks.ts';
import type { Core } from '#core/load.ts';
import { inventoryInputOf } from '../calculations/inventory_input.ts';
import type { ProjectSnapshot } from './project_snapshot.ts';
import {
  figureColumn,
  type ReportCell,
  type ReportRow,
  type Section,
  type SectionColumn,
  sectionOf,
  textColumn,
} from './section.ts';
import { partText } from './trace_sections.ts';

const ROLES: Readonly<Record<AssignedRole, string>> = {
  main: 'основной',
  added: 'слагаемое',
  control: 'контрольный, не складывается',
};

const SEVERITIES = { error: 'ошибка', warning: 'предупреждение', notice: 'сведение' } as const;

type BalanceFigure = Exclude<keyof ObjectInventory['balance'], 'way'>;

/** Figures of a balance, in the order of its columns. */
const BALANCE: Readonly<Partial<Record<BalanceFigure, readonly [label: string, unit: string]>>> = {
  gross_t: ['Выделение CH₄', 'т'],
  post_mining_t: ['Обращение с углём, CH₄', 'т'],
  drained_t: ['Извлечено дегазацией', 'т'],
  destroyed_t: ['Уничтожено', 'т'],
  ch4_t: ['Выброшено CH₄', 'т'],
  co2_t: ['CO₂ факелов и смеси', 'т'],
  combustion_co2_t: ['CO₂ сжигания', 'т'],
  co2e_t: ['Баланс метана', 'т CO₂-экв.'],
  implied_ef_m3_t: ['Выделение на тонну угля', 'м³/т'],
  recovery: ['Доля дегазации', 'доля'],
};
const BALANCE_FIGURES = Object.keys(BALANCE) as BalanceFigure[];

/** The inventory of the project that the file is about: of all its calculations, whether or not they belong to objects. */
export function inventoryOf(
  core: Core,
  { project, calculations, inventory }: ProjectSnapshot,
): Promise<ProjectInventory> {
  const typed = calculations.filter(({ table }) => table === undefined);
  return projectInventory(core, inventoryInputOf(project, inventory?.settings, inventory?.objects ?? [], typed));
}

/**
 * The inventory of a project: totals by object, sources with their controls, findings; detailed, besides, every balance step by step.
 * A project whose calculations belong to no object has none of it.
 */
export function inventorySections(inventory: ProjectInventory, detail: boolean): Section[] {
  if (inventory.objects.length === 0) return [];
  return [
    totalsSection(inventory),
    sourcesSection(inventory),
    ...(detail ? [stepsSection(inventory)] : []),
    ...(inventory.findings.length > 0 ? [findingsSection(inventory)] : []),
  ];
}

/**
 * The totals of a project with what is said beside them, as rows of its first section. A project whose calculations belong to no object
 * has none: its file is that of the releases before objects.
 */
export function totalRows(inventory: ProjectInventory): ReportRow[] {
  const { objects, full, mandatory, gwp_set } = inventory;
  if (objects.length === 0) return [];
  return [
    ['Полная инвентаризация (МГЭИК), т CO₂-экв.', full.co2e_t],
    ['Обязательный объём (приказ № 371), т CO₂-экв.', mandatory.co2e_t],
    ['ПГП метана', GWP_SETS[gwp_set].label],
    ...totalRemarks(inventory).map((remark): ReportRow => ['К итогу', remark]),
  ];
}

function totalsSection({ objects, unassigned, mandatory, full, gwp }: ProjectInventory): Section {
  const columns = [
    ...[
      textColumn('Объект'),
      textColumn('Вид'),
      ...Object.values(BALANCE).map(([label, unit]) => figureColumn(label, unit)),
    ],
    ...['Обязательный объём (приказ № 371)', 'Полная инвентаризация (МГЭИК)'].flatMap(gasColumns),
  ];
  const gases = (totals: Pick<ProjectInventory, 'mandatory' | 'full'>): ReportCell[] =>
    [totals.mandatory, totals.full].flatMap(({ co2_t, ch4_t, co2e_t }) => [co2_t, ch4_t, co2e_t]);
  const blank = BALANCE_FIGURES.map(() => null);
  const rows: ReportRow[] = [
    ...objects.map(({ name, kind, balance, ...totals }) => [
      ...[name, OBJECT_KINDS[kind], ...BALANCE_FIGURES.map((figure) => balance[figure])],
      ...gases(totals),
    ]),
    ['Не отнесено к объекту', '', ...blank, ...gases(unassigned)],
    ['Всего', `ПГП метана ${gwp}`, ...blank, ...gases({ mandatory, full })],
  ];
  return sectionOf('Инвентаризация', 'Инвентаризация по объектам', columns, rows);
}

function gasColumns(title: string): SectionColumn[] {
  return [
    figureColumn(`${title}: CO₂`, 'т'),
    figureColumn(`${title}: CH₄`, 'т'),
    figureColumn(`${title}: всего`, 'т CO₂-экв.'),
  ];
}

function sourcesSection({ objects }: ProjectInventory): Section {
  const columns = [
    ...['Объект', 'Источник', 'Расчёт', 'Роль'].map(textColumn),
    ...['CH₄', 'Уничтожено', 'CO₂', 'Основной метод', 'Разность'].map((label) => figureColumn(label, 'т')),
    figureColumn('Разность', '%'),
    figureColumn('Вклад в полную инвентаризацию', 'т CO₂-экв.'),
    textColumn('В обязательном отчёте'),
  ];
  const rows = objects.flatMap(({ name: object, sources }) =>
    sources.flatMap(({ label, lines, controls }): ReportRow[] => [
      ...lines.map((line) => [object, label, ...lineCells(line), null, null, null, ...columnCells(line)]),
      ...controls.map((line) => {
        const compared = [line.main_t, line.difference_t, line.difference_percent];
        return [object, label, ...lineCells(line), ...compared, ...columnCells(line)];
      }),
    ]),
  );
  return sectionOf('Источники', 'Источники объектов: основные и контрольные расчёты', columns, rows);
}

function lineCells({ name, role, ch4_t, destroyed_t, co2_t }: InventoryLine): ReportCell[] {
  return [name, ROLES[role], ch4_t, destroyed_t, co2_t];
}

function columnCells({ co2e_t, is_mandatory }: InventoryLine): ReportCell[] {
  return [co2e_t, is_mandatory ? 'да' : 'нет'];
}

function stepsSection({ objects }: ProjectInventory): Section {
  const columns = [
    ...['Объект', 'Показатель', 'Подстановка'].map(textColumn),
    figureColumn('Значение'),
    textColumn('Единица'),
  ];
  const rows = objects.flatMap(({ name, steps }) =>
    steps.map(({ label, symbol, parts, value, unit }): ReportRow => {
      return [name, label, `${symbol} = ${parts.map(partText).join(' ')}`, value, unit];
    }),
  );
  return sectionOf('Балансы метана', 'Балансы метана по шагам', columns, rows);
}

function findingsSection({ objects, findings }: ProjectInventory): Section {
  const names = new Map(objects.map(({ object, name }) => [object, name]));
  const columns = ['Объект', 'Важность', 'Замечание', 'Принято', 'Кем'].map(textColumn);
  const rows = findings.map(({ object, severity, message, acknowledgement }): ReportRow => {
    const { text = '', author = '' } = acknowledgement ?? {};
    return [names.get(object ?? '') ?? '', SEVERITIES[severity], message, text, author];
  });
  return sectionOf('Замечания', 'Замечания к инвентаризации', columns, rows);
}
