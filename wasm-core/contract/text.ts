import * as z from 'zod/mini';

/** Longest name of a project or a calculation, in characters. */
export const NAME_LIMIT = 200;

const CONTROL_SIGNS = '\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069';
const CONTROL = new RegExp(`[${CONTROL_SIGNS}]`);

/** Texts without control characters that are not blank. */
const NAME_PATTERN = `^[^${CONTROL_SIGNS}]*[^\\s${CONTROL_SIGNS}][^${CONTROL_SIGNS}]*$`;

/** A name that a person gives: NFC, trimmed, not blank, without control or direction-override characters, at most 200 characters. */
export function nameSchema(
  blank: string,
  limit = NAME_LIMIT,
  { subject, place }: { readonly subject: string; readonly place: string } = { subject: 'название', place: 'названии' },
) {
  return z.pipe(
    z.string({ error: blank }).register(z.globalRegistry, { minLength: 1, maxLength: limit, pattern: NAME_PATTERN }),
    z.pipe(
      z.transform((text: string) => text.normalize('NFC').trim()),
      z.string().check(
        z.minLength(1, blank),
        z.refine((text) => [...text].length <= limit, `Слишком длинное ${subject}: сократите до ${limit} символов.`),
        z.refine(
          (text) => !CONTROL.test(text) && text.isWellFormed(),
          `В ${place} есть невидимые управляющие символы. Наберите его заново.`,
        ),
      ),
    ),
  );
}

/** A calendar day, yyyy-MM-dd. */
export function daySchema(missing: string) {
  return z
    .string({ error: missing })
    .check(
      z.minLength(1, missing),
      z.refine(
        (text) => text === '' || isDay(text),
        'Такой даты нет. Запишите её как гггг-мм-дд, например 2026-03-31.',
      ),
    )
    .register(z.globalRegistry, { format: 'date' });
}

/** Whether `text` is a calendar day of a plausible year, yyyy-MM-dd. */
export function isDay(text: string): boolean {
  return z.iso.date().safeParse(text).success && text >= '1900-01-01' && text <= '2200-12-31';
}
