import { NORMS, type Norm, type NormId } from '#core/norms.ts';
import { screens } from '../paths.ts';

/**
 * A document of the page: what it is, what the product takes from it, where its text is published.
 */
export interface NormativeDocument extends Norm {
  /** Name of its card's file and of its place on the page. */
  readonly id: string;
  /** Whether it is in force, as far as we know, and since when. */
  readonly status: string;
  /** What the product takes from it. */
  readonly use: string;
  /** Official publisher, as text: the texts themselves are not ours to hand on. */
  readonly address: string;
  /** What a careful reader should know before relying on the card. */
  readonly note?: string;
}

const PRAVO = 'Официальный интернет-портал правовой информации, pravo.gov.ru';

/**
 * The documents that the calculations rest on. Names, numbers and dates of cited norms come
 * from the core's one list.
 */
export const DOCUMENTS: readonly NormativeDocument[] = [
  {
    id: 'law_296',
    title: 'Федеральный закон «Об ограничении выбросов парниковых газов»',
    number: '№ 296-ФЗ',
    date: '2021-07-02',
    status: 'Действует.',
    use: 'Основание обязанности регулируемых организаций отчитываться о выбросах парниковых газов.',
    address: PRAVO,
  },
  {
    ...norm('order_2979'),
    status: 'Действует.',
    use: 'Потенциал глобального потепления метана, 25: перевод CH₄ в CO₂-эквивалент во всех расчётах.',
    address: PRAVO,
    note: 'Последующие изменения перечня не проверялись: сверьте потенциал с действующей редакцией.',
  },
  {
    ...norm('order_371'),
    status: 'Действует с 01.03.2023 до 01.03.2029. Зарегистрирован в Минюсте России 29.07.2022 под № 69451.',
    use: 'Формулы и коэффициенты сжигания топлива, фугитивных выбросов газовоздушной смеси, плотности газов, коэффициенты моторных топлив.',
    address: PRAVO,
    note: 'Таблицы справочников взяты из переложения приказа и с официальным изданием не сверены.',
  },
  {
    id: 'decree_666',
    title: 'Указ Президента Российской Федерации «О сокращении выбросов парниковых газов»',
    number: '№ 666',
    date: '2020-11-04',
    status:
      'Принят 04.11.2020. В 2025 году подписан новый указ о цели сокращения выбросов; отменяет ли он этот, не проверено.',
    use: 'Цель сокращения выбросов, ради которой ведётся расчёт.',
    address: PRAVO,
  },
  {
    id: 'resolution_707',
    title:
      'Постановление Правительства Российской Федерации «Об утверждении Правил представления и проверки отчетов о выбросах парниковых газов, формы отчета о выбросах парниковых газов, Правил создания и ведения реестра выбросов парниковых газов»',
    number: '№ 707',
    date: '2022-04-20',
    status: 'Действует с изменениями.',
    use: 'Порядок и форма отчёта, для которого готовятся результаты.',
    address: PRAVO,
  },
  {
    ...norm('resolution_1580'),
    status: 'Принято 14.10.2025.',
    use: 'Порог отчётности: 50 000 т CO₂-экв. в год — 2000 т метана при ПГП 25, то есть 5,70 м³/мин весь год.',
    address: PRAVO,
    note: 'Прежние критерии, постановление № 355, утратили силу 01.01.2025. Название приведено по содержанию: сверьте его с официальным текстом.',
  },
  {
    ...norm('order_637'),
    status: 'Принят 21.11.2022.',
    use: 'Состав сведений реестра, в который отчёт вносят по полям.',
    address: PRAVO,
    note: 'Название приведено по содержанию: сверьте его с официальным текстом.',
  },
  {
    ...norm('rules_507'),
    status: 'Утрачивает силу 01.01.2027.',
    use: 'Граница 1 % метана в исходящей струе (п. 122 и приложение № 3): линия на графике прогноза, замечания к замерам вентиляции.',
    address: PRAVO,
    note: 'Проверьте, какие правила заменяют эти после 01.01.2027.',
  },
  {
    ...norm('resolution_315'),
    status: 'Сведений о прекращении действия нет.',
    use: 'Порог 13 м³/т сухой беззольной массы: дегазация обязательна, если вентиляцией не удержать 1 % метана (п. 2); не больше 3,5 % метана в газоотводящих трубопроводах (п. 3).',
    address: PRAVO,
  },
  {
    id: 'gost_14064',
    title:
      'ГОСТ Р ИСО 14064-1-2021. Газы парниковые. Часть 1. Требования и руководство по количественному определению и отчетности о выбросах и удалении парниковых газов на уровне организации',
    number: 'ГОСТ Р ИСО 14064-1-2021',
    date: '2021-01-01',
    status: 'Национальный стандарт. Срок действия проверьте в каталоге Росстандарта.',
    use: 'Требования к прослеживаемости: у каждого числа видны формула, коэффициент и источник.',
    address: 'Каталог национальных стандартов Росстандарта, protect.gost.ru',
    note: 'Текст стандарта распространяет Росстандарт: здесь только карточка.',
  },
  {
    ...norm('ipcc_2006'),
    status: 'Применяются вместе с Уточнением 2019 года.',
    use: 'Уравнения и коэффициенты уровня 1 для метана подземной и открытой добычи, обращения с углём и факелов.',
    address: 'МГЭИК, Программа национальных кадастров парниковых газов, ipcc-nggip.iges.or.jp',
    note: 'Текст руководства принадлежит МГЭИК: здесь только карточка.',
  },
  {
    ...norm('unece_47'),
    status: 'Второе издание, 2016 год (ECE/ENERGY/105); первое — № 31, 2010 год.',
    use: 'Условия применения технологий утилизации шахтного метана: справочная рекомендация технологии.',
    address: 'Европейская экономическая комиссия ООН, unece.org; библиотека un-ilibrary.org',
    note: 'Текст издания принадлежит ООН: здесь только карточка.',
  },
];

function norm(id: NormId) {
  return { id, ...NORMS[id] };
}

/** «№ 371 от 27.05.2022»; a book has no day. */
export function numberAndDate({ number, date }: NormativeDocument): string {
  return date.endsWith('-01-01') ? number : `${number} от ${date.split('-').reverse().join('.')}`;
}

/** Address of the card's file. */
export function cardPath({ id }: NormativeDocument): string {
  return `/documents/${id}.pdf`;
}

/** Address of a norm's place on the documents page; undefined: the page has no card of it. */
export function documentAnchor(id: NormId): string | undefined {
  return DOCUMENTS.some((document) => document.id === id) ? `${screens.documents}#${id}` : undefined;
}
