import type { ApiFailure } from '../api/failure.ts';

/** Messages by field. */
export type Faults = Readonly<Record<string, string>>;

/** The faults that the server found, by field. */
export function faultsByField({ faults }: ApiFailure): Faults {
  return Object.fromEntries(faults.flatMap(({ field, message }) => (field === undefined ? [] : [[field, message]])));
}

/** Leads the keyboard to the first visible field that was refused, once the faults are drawn; `otherwise`: where there is none. */
export function focusFirstFault(form: HTMLFormElement, otherwise?: () => void): void {
  setTimeout(() => {
    const fields = [...form.querySelectorAll<HTMLElement>('[aria-invalid="true"]')];
    const field = fields.find((one) => one.closest('[hidden]') === null);
    if (field) field.focus();
    else otherwise?.();
  });
}
