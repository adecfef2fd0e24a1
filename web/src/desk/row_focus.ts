/** Id of the calculation in whose row the focus is. */
export function focusedRowId(): string | undefined {
  return document.activeElement?.closest<HTMLElement>('tr[data-row]')?.dataset.row;
}

/** Focuses the row of a calculation where nothing else has the focus. */
export function focusRow(id: string): void {
  if (document.activeElement !== document.body) return;
  const row = document.querySelector(`tr[data-row="${CSS.escape(id)}"]`);
  row?.querySelector<HTMLElement>('[data-row-link]')?.focus({ preventScroll: true });
}
