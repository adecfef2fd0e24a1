import {
  type CompanyUser,
  invitationSchema,
  type OneTimePassword,
  passwordResetSchema,
  userAccessSchema,
  userKeySchema,
  userNamesSchema,
  userRoleSchema,
} from '#core/contract/company_user.ts';
import { companyUserPageSchema, companyUserSchema, oneTimePasswordSchema } from '#core/contract/company_user_schema.ts';
import type { Session } from '../../auth/sessions.ts';
import { badRequest, conflict, notFound, Refusal } from '../../errors.ts';
import { type AccessChange, changeAccess } from '../../store/access.ts';
import { listMembers, nameOf } from '../../store/members.ts';
import { newOneTimePassword } from '../../store/one_time_password.ts';
import { hashKeyCode, hashSecret, verifySecret } from '../../store/passwords.ts';
import { changeUser, createUser, EmailTaken, readUser, type StoredUser } from '../../store/users.ts';
import type { AppContext, IdempotentRequest } from '../app_context.ts';
import { noteAction } from '../audit_log.ts';
import { readBody } from '../body.ts';
import { secretOf } from '../idempotency.ts';
import { bodySchema } from '../json_schema.ts';
import { confirmByOwnSecrets, countConfirmation } from '../reauthentication.ts';
import { check, listWindow, page, pathId } from '../request.ts';
import type { AdminRoute, RouteContext } from '../route.ts';
import { THROTTLED } from './auth.ts';

const MISSING = 'Пользователь не найден. Откройте список пользователей: возможно, ссылка устарела.';
const common = { access: 'admin', slash: true } as const;

/** The company's users, for its administrators. A user of another company does not exist. */
export const companyUserRoutes: readonly AdminRoute[] = [
  {
    ...common,
    method: 'GET',
    path: '/v1/company/users',
    id: 'listCompanyUsers',
    summary: 'Пользователи компании по алфавиту',
    query: { limit: 'Сколько строк, не больше 100', offset: 'Сколько строк пропустить' },
    answer: { status: 200, schema: companyUserPageSchema },
    handle: listOwn,
  },
  {
    ...common,
    method: 'POST',
    path: '/v1/company/users',
    id: 'inviteUser',
    summary: 'Новый пользователь; одноразовый пароль показывается только в этом ответе',
    action: 'Пользователь приглашён',
    body: bodySchema(invitationSchema),
    answer: { status: 201, schema: oneTimePasswordSchema, others: THROTTLED },
    admit: countConfirmation,
    handle: invite,
  },
  {
    ...common,
    method: 'PATCH',
    path: '/v1/company/users/{user}',
    id: 'renameUser',
    summary: 'Изменение имени и фамилии',
    action: 'Имя пользователя изменено',
    body: bodySchema(userNamesSchema),
    answer: { status: 200, schema: companyUserSchema },
    handle: rename,
  },
  {
    ...common,
    method: 'POST',
    path: '/v1/company/users/{user}/role',
    id: 'changeUserRole',
    summary: 'Роль: сотрудник или администратор; последний администратор остаётся',
    action: 'Роль изменена',
    body: bodySchema(userRoleSchema),
    answer: { status: 200, schema: companyUserSchema, others: THROTTLED },
    admit: countConfirmation,
    handle: changeRole,
  },
  {
    ...common,
    method: 'POST',
    path: '/v1/company/users/{user}/access',
    id: 'changeUserAccess',
    summary: 'Отключение (все сеансы кончаются сразу) и включение',
    action: 'Доступ изменён',
    body: bodySchema(userAccessSchema),
    answer: { status: 200, schema: companyUserSchema },
    handle: changeDisabled,
  },
  {
    ...common,
    method: 'POST',
    path: '/v1/company/users/{user}/reset_password',
    id: 'resetUserPassword',
    summary: 'Новый одноразовый пароль вместо прежнего; все сеансы кончаются сразу',
    action: 'Пароль сброшен',
    body: bodySchema(passwordResetSchema),
    answer: { status: 200, schema: oneTimePasswordSchema },
    handle: resetPassword,
  },
  {
    ...common,
    method: 'POST',
    path: '/v1/company/users/{user}/key',
    id: 'changeUserKey',
    summary: 'Код ключа Guardant: запись, замена или (null) удаление',
    action: 'Ключ Guardant изменён',
    body: bodySchema(userKeySchema),
    answer: { status: 200, schema: companyUserSchema, others: THROTTLED },
    admit: countConfirmation,
    handle: changeKey,
  },
];

async function listOwn(c: AppContext, { db, now }: RouteContext, { tenant }: Session): Promise<Response> {
  const window = listWindow(c);
  const users = await listMembers(db, tenant);
  const views = users.slice(window.offset, window.offset + window.limit).map((user) => show(user, now()));
  return c.json(page(c, window, users.length, views));
}

async function invite(
  c: AppContext,
  context: RouteContext,
  { tenant }: Session,
  write: IdempotentRequest,
): Promise<Response> {
  const { db, now, keyedHash } = context;
  const { confirm_password, confirm_code, ...invitation } = check(invitationSchema, await readBody(c));
  noteAction(c, { whom: whomOf(invitation), detail: roleText(invitation.role) });
  if (invitation.role === 'admin') await confirmByOwnSecrets(c, context, { confirm_password, confirm_code });
  const { password, one_time_until } = newOneTimePassword(now(), secretOf(write, keyedHash));
  try {
    const user = await createUser(db, tenant, { ...invitation, id: write.id, password, one_time_until });
    return c.json(await oneTime(write, user, password, now()), 201);
  } catch (error) {
    if (!(error instanceof EmailTaken)) throw error;
    const message = 'Этот логин уже занят. Укажите другой адрес или найдите пользователя в списке.';
    throw new Refusal(409, { detail: message, code: 'email_taken', errors: [{ field: 'email', message }] });
  }
}

async function rename(
  c: AppContext,
  { db, now }: RouteContext,
  { tenant }: Session,
  { id }: IdempotentRequest,
): Promise<Response> {
  const current = await ownUser(c, db, tenant);
  const { version, ...names } = check(userNamesSchema, await readBody(c));
  noteAction(c, { detail: `Было: ${nameOf(current)}, стало: ${nameOf(names)}` });
  const renamed = (user: StoredUser) => {
    refuseStale(user, version, now());
    return { ...user, ...names };
  };
  const changed = await changeUser(db, tenant, current.id, renamed, id);
  return c.json(show(changed ?? current, now()));
}

async function changeRole(c: AppContext, context: RouteContext, session: Session): Promise<Response> {
  const current = await ownUser(c, context.db, session.tenant);
  const { role, ...confirmation } = check(userRoleSchema, await readBody(c));
  noteAction(c, { detail: roleText(role) });
  await confirmByOwnSecrets(c, context, confirmation);
  await access(context, session, current, role === 'admin' ? 'promote' : 'demote');
  return c.json(show(await reread(context, session, current), context.now()));
}

async function changeDisabled(c: AppContext, context: RouteContext, session: Session): Promise<Response> {
  const { db } = context;
  const current = await ownUser(c, db, session.tenant);
  const { disabled } = check(userAccessSchema, await readBody(c));
  noteAction(c, { detail: disabled ? 'Отключён' : 'Включён' });
  if (disabled && current.id === session.user.id) {
    throw badRequest('Себя отключить нельзя. Попросите об этом другого администратора.', [], 'own_access');
  }
  // Before access returns: sessions from before the user was disabled stay dead.
  if (!disabled && current.disabled) await changeUser(db, session.tenant, current.id, endSessions);
  await access(context, session, current, disabled ? 'disable' : 'enable');
  return c.json(show(await reread(context, session, current), context.now()));
}

async function resetPassword(
  c: AppContext,
  { db, now, keyedHash }: RouteContext,
  session: Session,
  write: IdempotentRequest,
): Promise<Response> {
  const { tenant } = session;
  const current = await ownUser(c, db, tenant);
  const { version } = check(passwordResetSchema, await readBody(c));
  if (current.id === session.user.id) {
    throw badRequest('Свой пароль меняют в профиле: так вход не прервётся.', [], 'own_password');
  }
  const { password, one_time_until } = newOneTimePassword(now(), secretOf(write, keyedHash));
  const password_hash = await hashSecret(password);
  const reset = (user: StoredUser) => {
    refuseStale(user, version, now());
    const { one_time_used: _spent, ...rest } = endSessions(user);
    return { ...rest, password_hash, one_time_until };
  };
  const changed = await changeUser(db, tenant, current.id, reset, write.id);
  return c.json(await oneTime(write, changed ?? current, password, now()));
}

async function changeKey(
  c: AppContext,
  context: RouteContext,
  session: Session,
  { id }: IdempotentRequest,
): Promise<Response> {
  const { db, now } = context;
  const { tenant } = session;
  const current = await ownUser(c, db, tenant);
  const { guardant_code, ...confirmation } = check(userKeySchema, await readBody(c));
  const had = current.guardant_hash !== undefined;
  noteAction(c, { detail: guardant_code === null ? 'Ключ убран' : had ? 'Код ключа заменён' : 'Ключ записан' });
  await confirmByOwnSecrets(c, context, confirmation);
  if (guardant_code === null && current.id === session.user.id) {
    throw badRequest('Администратору нужен код ключа: свой можно только заменить.', [], 'own_key_code');
  }
  const guardant_hash = guardant_code === null ? undefined : await hashKeyCode(guardant_code);
  // One's own session goes on, so that a mistyped code of one's own key can be put right.
  const isOwn = current.id === session.user.id;
  const rekeyed = (user: StoredUser) => {
    const { guardant_hash: _replaced, ...rest } = isOwn ? user : endSessions(user);
    return { ...rest, ...(guardant_hash !== undefined && { guardant_hash }) };
  };
  const changed = await changeUser(db, tenant, current.id, rekeyed, id);
  return c.json(show(changed ?? current, now()));
}

/** The user of the path, noted for the audit list; 404 if the company does not have it. */
async function ownUser(c: AppContext, db: RouteContext['db'], tenant: Session['tenant']): Promise<StoredUser> {
  const user = await readUser(db, tenant, pathId(c, 'user', MISSING));
  if (!user) throw notFound(MISSING);
  noteAction(c, { whom: whomOf(user) });
  return user;
}

async function reread({ db }: RouteContext, { tenant }: Session, user: StoredUser): Promise<StoredUser> {
  return (await readUser(db, tenant, user.id)) ?? user;
}

async function access({ db }: RouteContext, { tenant }: Session, { id }: StoredUser, change: AccessChange) {
  const outcome = await changeAccess(db, tenant, id, change);
  if (outcome === 'last_admin') {
    const detail = 'Это последний администратор компании. Сначала сделайте администратором кого-то ещё.';
    throw new Refusal(409, { detail, code: 'last_admin' });
  }
  if (outcome === 'disabled') {
    const detail = 'Пользователь отключён. Сначала включите его, потом делайте администратором.';
    throw new Refusal(409, { detail, code: 'user_disabled' });
  }
}

function endSessions(user: StoredUser): StoredUser {
  return { ...user, session_epoch: user.session_epoch + 1 };
}

function refuseStale(user: StoredUser, version: number, now: Date): void {
  if (user.version !== version) throw conflict(show(user, now));
}

async function oneTime(
  { isKeyed }: IdempotentRequest,
  user: StoredUser,
  one_time_password: string,
  now: Date,
): Promise<OneTimePassword> {
  if (isKeyed && !(await verifySecret(user.password_hash, one_time_password))) {
    const detail =
      'Запрос уже выполнен, но его одноразовый пароль больше не действует. Если войти не удаётся, сбросьте пароль.';
    throw new Refusal(409, { detail, code: 'password_replaced' });
  }
  return { user: show(user, now), one_time_password, one_time_until: user.one_time_until ?? '' };
}

/** A user on the wire: without the hashes. */
function show(user: StoredUser, now: Date): CompanyUser {
  const { id, first_name, last_name, email, role, disabled, version, one_time_until } = user;
  const isExpired = one_time_until !== undefined && one_time_until <= now.toISOString();
  const password = one_time_until === undefined ? 'own' : isExpired ? 'expired' : 'one_time';
  const has_key = user.guardant_hash !== undefined;
  return { id, first_name, last_name, email, role, disabled, has_key, password, version };
}

function whomOf(user: Pick<StoredUser, 'first_name' | 'last_name' | 'email'>): string {
  return `${nameOf(user)}, ${user.email}`;
}

function roleText(role: StoredUser['role']): string {
  return role === 'admin' ? 'Роль: администратор' : 'Роль: сотрудник';
}
