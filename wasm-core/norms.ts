const UNCHECKED = 'День вступления в силу с официальным текстом не сверен; о прекращении действия сведений нет.';
const METHOD = 'Методика международной организации: срока действия у неё нет.';

/**
 * Source documents of coefficients and formulas. Definitions, constants and dictionary rows cite
 * this
 * list: a citation names a document and a clause of it (table, equation, row).
 */
export const NORMS = {
  order_371: {
    title:
      'Приказ Минприроды России «Об утверждении методик количественного определения объемов выбросов парниковых газов и поглощений парниковых газов»',
    number: '№ 371',
    date: '2022-05-27',
    valid_from: '2023-03-01',
    valid_to: '2029-03-01',
  },
  order_2979: {
    title:
      'Распоряжение Правительства РФ — перечень парниковых газов, в отношении которых осуществляется государственный учет выбросов парниковых газов',
    number: '№ 2979-р',
    date: '2021-10-22',
    valid_from: '2021-12-30',
  },
  rules_507: {
    title: 'Ростехнадзор. Федеральные нормы и правила «Правила безопасности в угольных шахтах»',
    number: '№ 507',
    date: '2020-12-08',
    valid_to: '2027-01-01',
  },
  resolution_1580: {
    title:
      'Постановление Правительства РФ о критериях отнесения юридических лиц и индивидуальных предпринимателей к регулируемым организациям',
    number: '№ 1580',
    date: '2025-10-14',
    undated: UNCHECKED,
  },
  order_637: {
    title: 'Приказ Минэкономразвития России о структуре реестра выбросов парниковых газов',
    number: '№ 637',
    date: '2022-11-21',
    undated: UNCHECKED,
  },
  ipcc_2006: {
    title:
      'МГЭИК. Руководящие принципы национальных инвентаризаций парниковых газов, 2006. Том 2 «Энергетика», глава 4 «Летучие выбросы»',
    number: 'том 2, глава 4',
    date: '2006-01-01',
    undated: METHOD,
  },
  ipcc_2006_series: {
    title:
      'МГЭИК. Руководящие принципы национальных инвентаризаций парниковых газов, 2006. Том 1, глава 5 «Согласованность временных рядов»',
    number: 'том 1, глава 5',
    date: '2006-01-01',
    undated: METHOD,
  },
  ipcc_ar5: {
    title: 'МГЭИК. Пятый оценочный доклад, рабочая группа I: потенциалы глобального потепления',
    number: 'AR5',
    date: '2013-01-01',
    undated: METHOD,
  },
  ipcc_ar6: {
    title: 'МГЭИК. Шестой оценочный доклад, рабочая группа I: потенциалы глобального потепления',
    number: 'AR6',
    date: '2021-01-01',
    undated: METHOD,
  },
  unece_47: {
    title:
      'ЕЭК ООН. Руководство по наилучшей практике эффективной дегазации источников метановыделения и утилизации метана на угольных шахтах',
    number: 'ECE Energy Series № 47',
    date: '2016-01-01',
    undated: METHOD,
  },
  order_506: {
    title: 'Ростехнадзор. Федеральные нормы и правила «Инструкция по аэрологической безопасности угольных шахт»',
    number: '№ 506',
    date: '2020-12-08',
    undated: UNCHECKED,
  },
  resolution_315: {
    title:
      'Постановление Правительства РФ о допустимых нормах содержания взрывоопасных газов (метана) в шахте, угольных пластах и выработанном пространстве, при превышении которых дегазация является обязательной',
    number: '№ 315',
    date: '2011-04-25',
    undated: UNCHECKED,
  },
  product: {
    title: 'Предложение разработчика (инженерная оценка, не норматив)',
    number: '',
    date: '2026-11-21',
    undated: 'Не норматив: предложение разработчика.',
  },
} as const satisfies Record<string, Norm>;

/**
 * A normative document: official title, number and date (yyyy-MM-dd; for a book, the first day of
 * its year).
 */
export interface Norm {
  readonly title: string;
  readonly number: string;
  readonly date: string;
  /** First day in force, yyyy-MM-dd. */
  readonly valid_from?: string;
  /** The day on which it ends: from this day on it is not in force. */
  readonly valid_to?: string;
  /** Why it has neither day. */
  readonly undated?: string;
}

export type NormId = keyof typeof NORMS;

/** Months before its end from which a norm is said to end soon. */
const SOON_MONTHS = 6;

/** Whether a norm is in force from `start` to `end`, both included, yyyy-MM-dd; a day that is not known does not count. */
export function isInForce({ valid_from = '', valid_to = '9999' }: Norm, start: string, end: string): boolean {
  return start >= valid_from && end < valid_to;
}

/** «утрачивает силу 01.01.2027», of a norm that ends within six months of `today` (yyyy-MM-dd), or has ended; otherwise undefined. */
export function endText(norm: Norm, today: string): string | undefined {
  const { valid_to } = norm;
  const soon = new Date(`${today}T00:00:00Z`);
  soon.setUTCMonth(soon.getUTCMonth() + SOON_MONTHS);
  if (valid_to === undefined || valid_to > soon.toISOString().slice(0, 10)) return undefined;
  return `${valid_to > today ? 'утрачивает' : 'утратил'} силу ${dayText(valid_to)}`;
}

/** A day as documents write it: «27.05.2022». */
function dayText(day: string): string {
  return day.split('-').reverse().join('.');
}

/** Source of a number or a formula: a document of NORMS and its table, equation or row. */
export interface Citation {
  readonly norm: NormId;
  readonly clause: string;
}

/**
 * A citation as one line of Russian text: «Приказ Минприроды России … № 371 от 27.05.2022, таблица
 * 1.2».
 */
export function citationText({ norm, clause }: Citation): string {
  const { title, number, date } = NORMS[norm];
  const isBook = date.endsWith('-01-01');
  const dated = isBook || norm === 'product' ? number : `${number} от ${dayText(date)}`;
  return [title, dated, clause].filter((part) => part !== '').join(', ');
}
