import type { ApiFailure } from '../api/failure.ts';

/** Messages by field. */
export type Faults = Readonly<Record<string, string>>;

/** What a schema of zod says of a value that it refuses. */
interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** The faults that the server found, by field. */
export function faultsByField({ faults }: ApiFailure): Faults {
  return Object.fromEntries(faults.flatMap(({ field, message }) => (field === undefined ? [] : [[field, message]])));
}

/** The first fault of each field that a schema has refused. */
export function issuesByField({ issues }: { readonly issues: readonly Issue[] }): Faults {
  return Object.fromEntries(issues.map(({ path, message }) => [String(path[0] ?? ''), message] as const).reverse());
}

/**
 * Focuses the first visible field with a fault, once the faults are drawn; `otherwise`: there is
 * none.
 */
export function focusFirstFault(form: HTMLFormElement, otherwise?: () => void): void {
  setTimeout(() => {
    const fields = [...form.querySelectorAll<HTMLElement>('[aria-invalid="true"]')];
    const field = fields.find((one) => one.closest('[hidden]') === null);
    if (field) field.focus();
    else otherwise?.();
  });
}
