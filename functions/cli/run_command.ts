/** The arguments of a command are wrong: its usage is shown. */
export class WrongCall extends Error {
  override readonly name = 'WrongCall';
}

/** The name of a flag that the tokens of `parseArgs` have twice. */
export function repeatedFlag(tokens: readonly { readonly kind: string; readonly name?: string }[]): string | undefined {
  const names = tokens.flatMap(({ kind, name }) => (kind === 'option' && name !== undefined ? [name] : []));
  return names.find((name, index) => names.indexOf(name) !== index);
}

type Refusing = abstract new (...args: never[]) => Error;

/**
 * Runs a command. Errors that the caller can fix are printed without a stack, with exit code 1: a wrong call with the usage, errors of the
 * classes `refusals` with their messages.
 */
export async function runCommand(
  run: () => Promise<void>,
  usage: string,
  refusals: readonly Refusing[],
): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (error instanceof WrongCall) console.error(`${error.message}\n\n${usage}`);
    else if (error instanceof Error && refusals.some((refusal) => error instanceof refusal))
      console.error(error.message);
    else throw error;
    process.exitCode = 1;
  }
}
