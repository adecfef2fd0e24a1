/**
 * The warning for an operator that passwords are sent without TLS; undefined on loopback or behind
 * a TLS proxy.
 */
export function plainHttpWarning(host: string, proxies = 0): string | undefined {
  if (proxies > 0 || isLoopback(host)) return undefined;
  return [
    `Внимание: продукт открыт по адресу ${host} без TLS, пароли и данные идут по сети открытым текстом.`,
    'Поставьте перед ним обратный прокси с TLS, как сказано в docs/on-premises.md, или уберите переменную HOST.',
  ].join('\n');
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}
