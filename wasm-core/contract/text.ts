import * as z from 'zod/mini';

/** Longest name of a project or a calculation, in characters. */
export const NAME_LIMIT = 200;

const CONTROL_SIGNS = '\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069';
const CONTROL = new RegExp(`[${CONTROL_SIGNS}]`);

/** Invisible characters (Unicode: Default_Ignorable_Code_Point, the Braille blank). */
const INVISIBLE_SIGNS =
  '\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u2060-\\u206f\\u2800\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufff8';
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u2800\s]/gu;
/**
 * Invisible characters without a meaning in a word; joiners and variation selectors shape letters
 * and emoji.
 */
const MEANINGLESS = /[\u00ad\u180e\u200b\u200e\u200f\u2060\ufeff]/g;

/** Matches texts without control characters that have a visible character. */
const NAME_PATTERN = `^[^${CONTROL_SIGNS}]*[^\\s${CONTROL_SIGNS}${INVISIBLE_SIGNS}][^${CONTROL_SIGNS}]*$`;

/**
 * The stored form of a text: NFC, trimmed, without zero-width spaces, soft hyphens and direction
 * marks; '' if nothing is visible.
 */
export function visibleText(text: string): string {
  const visible = text.normalize('NFC').replace(MEANINGLESS, '').trim();
  return visible.replace(INVISIBLE, '') === '' ? '' : visible;
}

/**
 * The schema of a name: normalised by `visibleText`, not blank, without control or
 * direction-override characters, at most 200 characters.
 */
export function nameSchema(
  blank: string,
  limit = NAME_LIMIT,
  { subject, place }: { readonly subject: string; readonly place: string } = { subject: 'название', place: 'названии' },
) {
  return z.pipe(
    z
      .string({ error: blank })
      // The length is checked before normalisation: a body may hold megabytes of one name.
      .check(
        z.refine((text) => text.length <= 4 * limit, `Слишком длинное ${subject}: сократите до ${limit} символов.`),
      )
      .register(z.globalRegistry, { minLength: 1, maxLength: limit, pattern: NAME_PATTERN }),
    z.pipe(
      z.transform(visibleText),
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

/** A text that may be blank: as `nameSchema` otherwise. `field`: what the form calls it. */
export function remarkSchema(field: string, limit = NAME_LIMIT) {
  const tooLong = `Слишком длинное поле «${field}»: сократите до ${limit} символов.`;
  const text = z.string({ error: `Поле «${field}» — текст.` });
  return z.pipe(
    text
      .check(z.refine((value) => value.length <= 4 * limit, tooLong))
      .register(z.globalRegistry, { maxLength: limit }),
    z.pipe(
      z.transform(visibleText),
      z.string().check(
        z.refine((value) => [...value].length <= limit, tooLong),
        z.refine(
          (value) => !CONTROL.test(value) && value.isWellFormed(),
          `В поле «${field}» есть невидимые управляющие символы. Наберите его заново.`,
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
