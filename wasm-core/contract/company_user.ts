import * as z from 'zod/mini';
import { plainKeyCode } from './key_code.ts';
import { nameSchema } from './text.ts';

export type { CompanyUser, OneTimePassword } from './company_user_schema.ts';

const NAME_LIMIT = 100;
/** Of new codes: 10⁸ of digits alone. Codes of older releases may be shorter. */
const KEY_CODE_MIN = 8;
const KEY_CODE_SIGNS = 4;
const PASSWORD_MIN = 12;
const MIN_DISTINCT_CHARACTERS = 5;

const NAME_WORDS = { subject: 'имя', place: 'имени' } as const;
const firstName = nameSchema('Укажите имя.', NAME_LIMIT, NAME_WORDS);
const lastName = nameSchema('Укажите фамилию.', NAME_LIMIT, NAME_WORDS);

/** Sign-in name of a new user in its compared form: NFC, trimmed, lower case. */
const newEmail = z.pipe(
  z.string({ error: 'Укажите адрес электронной почты.' }),
  z.pipe(
    z.transform((text: string) => text.normalize('NFC').trim().toLowerCase()),
    z.string().check(
      z.minLength(1, 'Укажите адрес электронной почты.'),
      z.maxLength(254, 'Слишком длинный адрес: не больше 254 символов.'),
      z.refine((text) => /^$|^[^\s@\p{C}]+@[^\s@\p{C}]+\.[^\s@\p{C}.]+$/u.test(text), {
        error: 'Это не адрес электронной почты. Пример: ivanov@mine.example',
      }),
    ),
  ),
);

const role = z.enum(['staff', 'admin'], { error: 'Укажите роль: staff (сотрудник) или admin (администратор).' });

/** The version that the caller has read, so that a double click acts once. */
const NO_VERSION = 'Передайте version из списка пользователей.';
const knownVersion = z.int({ error: NO_VERSION }).check(z.positive(NO_VERSION));

/** By what the caller confirms a change of roles and keys: the own password, and the code of the own key where there is one. */
const confirmation = {
  confirm_password: z._default(
    z.string({ error: 'Ваш пароль — это строка.' }).check(z.maxLength(1024, 'Слишком длинный пароль.')),
    '',
  ),
  confirm_code: z._default(
    z.string({ error: 'Код вашего ключа — это строка.' }).check(z.maxLength(256, 'Слишком длинный код ключа.')),
    '',
  ),
};

/** Body of an invitation. */
export const invitationSchema = z.object({
  email: newEmail,
  first_name: firstName,
  last_name: lastName,
  role,
  ...confirmation,
});

/** Body of a change of a user: every field that an administrator may change. */
export const userNamesSchema = z.object({ first_name: firstName, last_name: lastName, version: knownVersion });

export const userRoleSchema = z.object({ role, ...confirmation });

export const userAccessSchema = z.object({
  disabled: z.boolean({ error: 'Поле disabled принимает true (отключить) или false (включить).' }),
});

export const passwordResetSchema = z.object({ version: knownVersion });

const keyCode = z.pipe(
  z
    .string({ error: 'Укажите код ключа или null, чтобы убрать ключ.' })
    .register(z.globalRegistry, { minLength: KEY_CODE_MIN, maxLength: 256 }),
  z.pipe(
    z.transform(plainKeyCode),
    z.string().check(
      z.minLength(KEY_CODE_MIN, `Код ключа не короче ${KEY_CODE_MIN} символов. Перепишите его с ключа целиком.`),
      z.maxLength(256, 'Слишком длинный код ключа: не больше 256 символов.'),
      z.refine((text) => !/\p{C}/u.test(text), 'В коде ключа есть невидимые символы. Наберите его заново.'),
      z.refine(
        (text) => text.length < KEY_CODE_MIN || new Set(text).size >= KEY_CODE_SIGNS,
        `Слишком простой код: в нём меньше ${KEY_CODE_SIGNS} разных символов.`,
      ),
    ),
  ),
);

/** Body that enrols a Guardant key, replaces its code, or (null) removes it. */
export const userKeySchema = z.object({ guardant_code: z.nullable(keyCode), ...confirmation });

/** Body of a request that the caller confirms by the own secrets alone. */
export const ownSecretsSchema = z.object(confirmation);

/** Body that enrols one's own key or replaces its code. */
export const ownKeySchema = z.object({ guardant_code: keyCode, ...confirmation });

/**
 * A password chosen by a user. Only its length and the count of distinct characters are checked.
 */
export const newPasswordSchema = z.string({ error: 'Укажите новый пароль.' }).check(
  z.refine(
    (text) => [...text].length >= PASSWORD_MIN,
    `Пароль не короче ${PASSWORD_MIN} символов. Подойдёт фраза из нескольких слов.`,
  ),
  z.maxLength(1024, 'Слишком длинный пароль: не больше 1024 символов.'),
  z.refine(
    (text) => [...text].length < PASSWORD_MIN || new Set(text).size >= MIN_DISTINCT_CHARACTERS,
    `Слишком простой пароль: в нём меньше ${MIN_DISTINCT_CHARACTERS} разных символов.`,
  ),
);

/**
 * Body of a change of one's own password. The current one is required unless it is a one-time
 * password.
 */
export const passwordChangeSchema = z.object({
  password: z._default(
    z.string({ error: 'Укажите нынешний пароль.' }).check(z.maxLength(1024, 'Слишком длинный пароль.')),
    '',
  ),
  new_password: newPasswordSchema,
});
