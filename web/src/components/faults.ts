import type { ApiFailure } from '../api/failure.ts';

/** Messages by field. */
export type Faults = Readonly<Record<string, string>>;

/** The faults that the server found, by field. */
export function faultsByField({ faults }: ApiFailure): Faults {
  return Object.fromEntries(faults.flatMap(({ field, message }) => (field === undefined ? [] : [[field, message]])));
}

/** Leads the keyboard to the first field that was refused, once the faults are drawn. */
export function focusFirstFault(form: HTMLFormElement): void {
  setTimeout(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
