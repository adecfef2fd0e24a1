import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { DemoSecrets } from '../local/demo_access.ts';
import { CommandRefused } from './model_client.ts';

/** Variables with the credentials; not arguments, which every program of the machine can read. */
const VARIABLES = {
  email: { variable: 'ADMIN_EMAIL', question: 'Логин администратора: ', hidden: false },
  password: { variable: 'ADMIN_PASSWORD', question: 'Пароль: ', hidden: true },
  guardant_code: {
    variable: 'ADMIN_GUARDANT_CODE',
    question: 'Код ключа Guardant (Enter, если ключа нет): ',
    hidden: true,
  },
} as const;

/**
 * Reads the credentials from the environment or else asks for them in the terminal. Without a
 * terminal, e-mail and password must be in the environment, and a missing key code means no key.
 * Throws CommandRefused.
 */
export async function askSecrets(environment: NodeJS.ProcessEnv): Promise<DemoSecrets> {
  const secrets = { email: '', password: '', guardant_code: '' };
  for (const name of ['email', 'password', 'guardant_code'] as const) {
    const { variable, question, hidden } = VARIABLES[name];
    const given = environment[variable];
    if (given !== undefined && given !== '') secrets[name] = given;
    else if (process.stdin.isTTY) secrets[name] = await ask(question, hidden);
    else if (name !== 'guardant_code') throw new CommandRefused(`Задайте переменную ${variable}: спросить негде.`);
  }
  return secrets;
}

async function ask(question: string, hidden: boolean): Promise<string> {
  process.stdout.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: hidden ? silent : process.stdout, terminal: true });
  try {
    return (await terminal.question('')).trim();
  } finally {
    terminal.close();
    if (hidden) process.stdout.write('\n');
  }
}
