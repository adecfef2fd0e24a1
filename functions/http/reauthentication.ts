import { consumeAttempt, returnAttempt } from '../auth/throttle.ts';
import { faultyFields, tooManyAttempts } from '../errors.ts';
import { verifyKeyCode, verifySecret } from '../store/passwords.ts';
import type { StoredUser } from '../store/users.ts';
import { logRefusal } from './access_log.ts';
import type { AppContext } from './app_context.ts';
import { readBody } from './body.ts';
import type { RouteContext } from './route.ts';
import { readSignInAttempt } from './sign_in_attempt.ts';

/** The caller's own secrets, by which an action is confirmed. */
export interface OwnSecrets {
  readonly confirm_password: string;
  readonly confirm_code: string;
}

/**
 * Counts a guess of the caller's own secrets before anything is written or checked: guesses by a stolen session count as those of a
 * sign-in. Throws 429 if the allowance is used up.
 */
export async function countGuess(c: AppContext, context: RouteContext): Promise<void> {
  const user = c.var.account;
  const { tenant } = c.var.session;
  const attempt = await readSignInAttempt(c, context, user.email);
  const refused = await consumeAttempt(context.db, attempt, context.now());
  if (refused) {
    logRefusal(c, context.log, 'reauthentication_throttled', { user: user.id, company: tenant.company });
    throw tooManyAttempts(refused.retryAfter);
  }
  c.set('guess', attempt);
}

/** Counts the guess of a body that confirms by the own password; a body without it is not a guess, and its handler refuses it. */
export async function countConfirmation(c: AppContext, context: RouteContext): Promise<void> {
  const body = await readBody(c).catch(() => undefined);
  if (typeof body?.confirm_password === 'string' && body.confirm_password !== '') await countGuess(c, context);
}

/** Gives back a guess that was right. */
export async function returnGuess(c: AppContext, { db, now }: RouteContext): Promise<void> {
  if (c.var.guess) await returnAttempt(db, c.var.guess, now());
}

/** Lets an action go on that the caller confirms by the own password, and by the code of the own key where there is one; else 400. */
export async function confirmByOwnSecrets(
  c: AppContext,
  context: RouteContext,
  { confirm_password, confirm_code }: OwnSecrets,
): Promise<void> {
  const user = c.var.account;
  const { tenant } = c.var.session;
  const hasCode = user.guardant_hash !== undefined;
  if (confirm_password === '')
    throw refuse(
      'confirm_password',
      `Подтвердите действие: укажите свой пароль${hasCode ? ' и код своего ключа' : ''}.`,
    );
  if (!c.var.guess) throw new TypeError('countGuess must come first');
  const isRight = await areOwn(user, confirm_password, confirm_code);
  if (isRight) return returnGuess(c, context);
  logRefusal(c, context.log, 'reauthentication_refused', { user: user.id, company: tenant.company });
  throw refuse(
    'confirm_password',
    `Ваш пароль${hasCode ? ' или код вашего ключа' : ''} указан неверно. Ничего не изменено: наберите ещё раз.`,
  );
}

/** Both are always checked, so that the time of the answer does not tell which was wrong. */
async function areOwn(user: StoredUser, password: string, code: string): Promise<boolean> {
  const [passwordRight, codeRight] = await Promise.all([
    verifySecret(user.password_hash, password),
    verifyKeyCode(user.guardant_hash, code),
  ]);
  return passwordRight && (codeRight || user.guardant_hash === undefined);
}

function refuse(field: string, message: string) {
  return faultyFields([{ field, message }]);
}
