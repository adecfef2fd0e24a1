/** A change of an address, and whether the result is equivalent: by the optional slash, or by RFC 3986. */
export interface PathGame {
  readonly name: string;
  readonly change: (path: string) => string;
  readonly same?: true;
}

const bare = (path: string) => path.replace(/\/$/, '');
const below = (path: string, more: string) => `${bare(path)}/${more}`;
const lastWord = (path: string, change: (word: string) => string) =>
  bare(path).replace(/[^/]+$/, (word) => change(word));

/** Changes that attackers and careless clients make to addresses. */
export const PATH_GAMES: readonly PathGame[] = [
  { name: 'as specified', change: (path) => path, same: true },
  { name: 'other slash at the end', change: (path) => (path.endsWith('/') ? bare(path) : `${path}/`), same: true },
  {
    name: 'a letter in %XX',
    change: (path) => path.replace('/v1/', '/%761/').replace('/token', '/%74oken'),
    same: true,
  },
  { name: 'a detour by dots', change: (path) => path.replace('/api/', '/api/x/../'), same: true },
  { name: 'two slashes at the start', change: (path) => `/${path}` },
  { name: 'two slashes inside', change: (path) => path.replace('/api/', '/api//') },
  { name: 'two slashes at the end', change: (path) => `${bare(path)}//` },
  { name: 'capitals', change: (path) => path.toUpperCase() },
  { name: 'matrix parameter', change: (path) => `${bare(path)};x=1` },
  { name: 'up, encoded', change: (path) => below(path, '%2e%2e%2f%2e%2e%2fetc%2fpasswd') },
  { name: 'up, half encoded', change: (path) => below(path, '..%2f..%2fetc') },
  { name: 'up, encoded twice', change: (path) => below(path, '%252e%252e%252f') },
  { name: 'up behind a semicolon', change: (path) => below(path, '..;/') },
  { name: 'NUL', change: (path) => lastWord(path, (word) => `${word}%00`) },
  { name: 'NUL and an extension', change: (path) => lastWord(path, (word) => `${word}%00.json`) },
  { name: 'bytes that are no UTF-8', change: (path) => lastWord(path, (word) => `${word}%E0%A4%A`) },
  { name: 'overlong UTF-8', change: (path) => below(path, '%c0%ae%c0%ae') },
  { name: 'a bare percent', change: (path) => lastWord(path, (word) => `${word}%`) },
  { name: 'an encoded slash', change: (path) => bare(path).replace(/\/(?=[^/]+$)/, '%2f') },
  { name: 'backslashes', change: (path) => path.replaceAll('/', '\\').replace('\\', '/') },
  { name: 'an extension', change: (path) => `${bare(path)}.json` },
  { name: 'a space', change: (path) => lastWord(path, (word) => `${word}%20`) },
  { name: 'line ends', change: (path) => lastWord(path, (word) => `${word}%0d%0aX-Evil:%201`) },
  { name: '8 KB', change: (path) => below(path, 'a'.repeat(8000)) },
];
