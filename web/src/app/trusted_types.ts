/** What this file uses of the browser's Trusted Types, which TypeScript does not know. */
interface TrustedTypes {
  createPolicy(name: 'default', rules: Readonly<Record<string, (text: string) => string | null>>): void;
}

/**
 * Sets what may pass where a text could become markup or a script; the server's policy has the
 * browser ask here (`require-trusted-types-for`).
 * Without `<` there is no markup: that is all that the component library (its style rules) and
 * plotly (its entities) write so. Of scripts
 * only our own files pass, the worker among them. Browsers that have no Trusted Types do without.
 */
export function guardMarkup(): void {
  const { trustedTypes } = window as { readonly trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy('default', {
    createHTML: (text) => (text.includes('<') ? null : text),
    createScriptURL: (address) => (isOwnFile(address) ? address : null),
  });
}

function isOwnFile(address: string): boolean {
  const { origin, pathname } = new URL(address, window.location.href);
  return origin === window.location.origin && pathname.startsWith('/assets/');
}
