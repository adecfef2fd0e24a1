import * as z from 'zod/mini';

export type Role = 'staff' | 'admin';

export interface Company {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly postal_address: string;
  readonly ogrn: string;
  readonly okved: string;
  readonly region: string;
}

/** How often in the last 30 days, and when last (ISO 8601). */
export interface KeyRefusals {
  readonly times: number;
  readonly last_at: string;
}

/** Answer of `users/get_me/`. */
export interface User {
  readonly id: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly role: Role;
  /** Signed in with a one-time password: everything but choosing an own one is refused. */
  readonly must_change_password: boolean;
  /** Sign-ins with the right password and a wrong code of the key, if there were any: somebody may know the password. */
  readonly key_refusals?: KeyRefusals;
  readonly company: Company;
}

/** Answer of `users/statistics/`: counts of the user's company. What an archived project holds is not counted. */
export interface Statistics {
  readonly projects: number;
  readonly projects_archived: number;
  readonly calculations: number;
  readonly calculations_archived: number;
  /** Active calculations by type. */
  readonly calculations_by_type: Readonly<Record<string, number>>;
  /** The latest change of any project or calculation, ISO 8601, or null. */
  readonly last_activity: string | null;
}

/** Body of `token/`. */
export const credentialsSchema = z.object({
  email: z.string({ error: 'Укажите логин.' }).check(z.maxLength(254, 'Слишком длинный логин.')),
  password: z.string({ error: 'Укажите пароль.' }).check(z.maxLength(1024, 'Слишком длинный пароль.')),
  guardant_code: z._default(
    z.string({ error: 'Код ключа — это строка.' }).check(z.maxLength(256, 'Слишком длинный код ключа.')),
    '',
  ),
});

export type Credentials = z.infer<typeof credentialsSchema>;

/** Answer of `token/` and `token/refresh/`: two JWT; `exp` is in seconds. */
export interface TokenPair {
  readonly access: string;
  readonly refresh: string;
}
