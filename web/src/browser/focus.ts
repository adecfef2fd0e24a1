import { type FocusEvent, useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Focuses the content of the page where nothing has the focus: the first row of its table, or the
 * content itself.
 */
export function focusContent(): void {
  if (document.activeElement !== document.body) return;
  const content = document.getElementById('content');
  const row = content?.querySelector<HTMLElement>('[data-row-link]');
  (row ?? content)?.focus({ preventScroll: true });
}

/**
 * Wait before the focus returns, ms: as long as the component library waits, so that a dialog that
 * opens instead has taken it.
 */
const FOCUS_RETURN_MS = 10;

/** Time in which Enter and Space after a dialog has closed are still meant for the dialog, ms. */
const KEYS_OF_DIALOG_MS = 300;

/** Gives a control the focus without the presses that a hasty user still makes for the closed dialog. */
function focusWithoutPresses(control: HTMLElement): void {
  const ignore = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === ' ') event.preventDefault();
  };
  control.addEventListener('keydown', ignore);
  setTimeout(() => control.removeEventListener('keydown', ignore), KEYS_OF_DIALOG_MS);
  control.focus({ preventScroll: true });
}

/**
 * Returns the focus to the control that opened a dialog, or to the content where that control is
 * gone. The control is taken while the
 * dialog is rendered: a field of its content may have the focus as soon as it is in the document.
 */
export function useDialogFocusReturn(isOpen: boolean): void {
  const opener = useRef<Element>(null);
  const wasOpen = useRef(false);
  if (isOpen && !wasOpen.current) opener.current = document.activeElement;
  wasOpen.current = isOpen;
  useEffect(() => {
    const control = opener.current;
    if (isOpen || !control) return;
    opener.current = null;
    const focusedAtClose = document.activeElement;
    const timer = setTimeout(() => {
      const { activeElement } = document;
      // Another dialog, or the user, has taken the focus meanwhile.
      if (activeElement !== document.body && activeElement !== focusedAtClose) return;
      // An address that opens a dialog by itself leaves no control behind.
      const isThere = control instanceof HTMLElement && control.isConnected && control !== document.body;
      if (isThere) focusWithoutPresses(control);
      else focusContent();
    }, FOCUS_RETURN_MS);
    return () => clearTimeout(timer);
  }, [isOpen]);
}

/** Place of a control in a table: its row, and which of the row's controls it is. */
interface ControlPlace {
  readonly row: number;
  readonly control: number;
}

const CONTROLS = 'a[href], button';

/** Rows that can have the focus: neither the room of rows that are not drawn nor a heading of text. */
function linesOf(body: HTMLTableSectionElement | null): HTMLTableRowElement[] {
  return [...(body?.rows ?? [])].filter((line) => line.querySelector(CONTROLS) !== null);
}

/**
 * Keeps the focus in a table whose focused row has gone: on the same control of the row that took
 * its place, or of the last row.
 * Where the whole table goes, the content gets the focus. `rows`: changes with the rows.
 */
export function useRowFocus(rows: unknown) {
  const body = useRef<HTMLTableSectionElement>(null);
  const last = useRef<ControlPlace>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows say that the document has changed
  useLayoutEffect(() => {
    if (!last.current || document.activeElement !== document.body) return;
    const { row, control } = last.current;
    const lines = linesOf(body.current);
    const line = lines[Math.min(row, lines.length - 1)];
    const controls = line?.querySelectorAll<HTMLElement>(CONTROLS);
    controls?.[Math.min(control, controls.length - 1)]?.focus({ preventScroll: true });
  }, [rows]);
  useLayoutEffect(
    () => () => {
      // The table leaves the document when the cleanups have run.
      if (last.current) queueMicrotask(focusContent);
    },
    [],
  );
  return {
    ref: body,
    onFocus: ({ target }: FocusEvent<HTMLTableSectionElement>) => {
      const line = target.closest('tr');
      if (!line) return;
      last.current = {
        row: linesOf(body.current).indexOf(line),
        control: [...line.querySelectorAll(CONTROLS)].indexOf(target),
      };
    },
    // An element that is taken out of the document is not blurred: its place stays known.
    onBlur: () => {
      last.current = undefined;
    },
  };
}
