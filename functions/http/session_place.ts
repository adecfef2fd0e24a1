import type { SessionPlace } from '../auth/sessions.ts';
import { clientAddress, maskedAddress } from './address.ts';
import type { AppContext } from './app_context.ts';

/** Signs of browsers and systems in `User-Agent`, the more special first: most browsers name others, too. */
const BROWSERS = [
  [/YaBrowser/, 'Яндекс Браузер'],
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox/, 'Firefox'],
  [/Chrome/, 'Chrome'],
  [/Safari/, 'Safari'],
] as const;
const SYSTEMS = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
] as const;

/** What a session shows of where it was opened: enough to recognise it, too little to follow a person. */
export function sessionPlace(c: AppContext): SessionPlace {
  const agent = c.req.header('user-agent') ?? '';
  const names = [BROWSERS, SYSTEMS].flatMap((signs) => signs.find(([sign]) => sign.test(agent))?.[1] ?? []);
  return { network: maskedAddress(clientAddress(c)), browser: names.join(', ') };
}
