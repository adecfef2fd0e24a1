import { fireEvent, screen, waitFor } from '@testing-library/react';

/** What a button is called for a user. */
const nameOf = (button: HTMLElement) => button.getAttribute('aria-label') ?? button.textContent ?? '';

/** The buttons of a name: by far faster than by role, and these tests press thousands. */
export function buttons(name: string | RegExp): HTMLElement[] {
  const isNamed = (text: string) => (typeof name === 'string' ? text === name : name.test(text));
  return [...document.querySelectorAll<HTMLElement>('button, a')].filter((button) => isNamed(nameOf(button)));
}

/**
 * Presses the last button of a name as soon as there is one: dialogs stand behind what they cover.
 */
export async function press(name: string | RegExp): Promise<void> {
  const button = await waitFor(() => {
    const found = buttons(name).at(-1);
    if (!found || found.matches('[data-loading], :disabled')) throw new Error(`No button ${name} to press`);
    return found;
  });
  fireEvent.click(button);
}

/** Presses every «Повторить» that a failure offers. */
export function retry(): void {
  for (const button of buttons('Повторить')) fireEvent.click(button);
}

/** Types into fields by their labels. */
export async function typeIn(texts: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(texts)) {
    const field = (await screen.findAllByLabelText(new RegExp(`^${label}`))).at(-1);
    fireEvent.change(field as HTMLElement, { target: { value: text } });
  }
}

/** What the text fields and choices of the page hold. */
export function fieldValues(): Map<HTMLInputElement, string> {
  const fields = document.querySelectorAll<HTMLInputElement>(
    'input:not([type="radio"], [type="file"]), select, textarea',
  );
  return new Map([...fields].map((field) => [field, field.value]));
}

/** What stands on the page, without the style sheets between. */
export function pageText(): string {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: string[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.parentElement?.matches('style, script')) texts.push(node.textContent ?? '');
  }
  return texts.join(' ');
}
