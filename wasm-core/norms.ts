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
  ipcc_2006: {
    title:
      'МГЭИК. Руководящие принципы национальных инвентаризаций парниковых газов, 2006. Том 2 «Энергетика», глава 4 «Летучие выбросы»',
    number: 'том 2, глава 4',
    date: '2006-01-01',
  },
  ipcc_2006_series: {
    title:
      'МГЭИК. Руководящие принципы национальных инвентаризаций парниковых газов, 2006. Том 1, глава 5 «Согласованность временных рядов»',
    number: 'том 1, глава 5',
    date: '2006-01-01',
  },
  ipcc_ar5: {
    title: 'МГЭИК. Пятый оценочный доклад, рабочая группа I: потенциалы глобального потепления',
    number: 'AR5',
    date: '2013-01-01',
  },
  ipcc_ar6: {
    title: 'МГЭИК. Шестой оценочный доклад, рабочая группа I: потенциалы глобального потепления',
    number: 'AR6',
    date: '2021-01-01',
  },
  unece_47: {
    title:
      'ЕЭК ООН. Руководство по наилучшей практике эффективной дегазации источников метановыделения и утилизации метана на угольных шахтах',
    number: 'ECE Energy Series № 47',
    date: '2016-01-01',
  },
  order_506: {
    title: 'Ростехнадзор. Федеральные нормы и правила «Инструкция по аэрологической безопасности угольных шахт»',
    number: '№ 506',
    date: '2020-12-08',
  },
  resolution_315: {
    title:
      'Постановление Правительства РФ о допустимых нормах содержания взрывоопасных газов (метана) в шахте, угольных пластах и выработанном пространстве',
    number: '№ 315',
    date: '2011-04-25',
  },
  product: {
    title: 'Предложение разработчика (инженерная оценка, не норматив)',
    number: '',
    date: '2026-11-21',
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
  /** First and last day in force, yyyy-MM-dd; left out: a method that no act ends, or a day that nobody has laid before us. */
  readonly valid_from?: string;
  readonly valid_to?: string;
}

export type NormId = keyof typeof NORMS;

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
  const day = date.split('-').reverse().join('.');
  const dated = isBook || norm === 'product' ? number : `${number} от ${day}`;
  return [title, dated, clause].filter((part) => part !== '').join(', ');
}
