import { API } from '#core/contract/paths.ts';
import type { Route } from './route.ts';

/**
 * `/v1/projects/{project}` → `/api/v1/projects/:project`. Without a slash at the end both spellings
 * match. A parameter does not match a word that another address has in its place
 * («create_project»), or the methods of the one address would be taken for those of the other.
 */
export function honoPath({ path }: Route, routes: readonly Route[]): string {
  return (
    API +
    path.replace(/\{(\w+)\}/g, (_, name: string, index: number) => {
      const words = wordsAfter(path.slice(0, index), routes);
      return words.length === 0 ? `:${name}` : `:${name}{(?!(?:${words.join('|')})(?:/|$))[^/]+}`;
    })
  );
}

/** Words that follow `start` in the addresses of `routes`. */
function wordsAfter(start: string, routes: readonly Route[]): string[] {
  const next = routes
    .filter(({ path }) => path.startsWith(start))
    .map(({ path }) => path.slice(start.length).split('/')[0] ?? '');
  return [...new Set(next)].filter((word) => !word.startsWith('{'));
}
