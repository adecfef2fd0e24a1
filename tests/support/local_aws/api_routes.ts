/** A route key as a pattern: `{name}` matches one segment of the path, `{name+}` the rest, which may be empty. */
function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/\{\w+\+\}$/, '(.*)').replace(/\{\w+\}/g, '[^/]+')}$`);
}

/** The route of a request: its key, and the match of its greedy end, if it has one. */
export interface RouteMatch {
  readonly key: string;
  readonly rest?: string;
}

/**
 * The route of a request, or undefined. API Gateway prefers a path without a greedy end, then the longest.
 * Source: API Gateway Developer Guide, «Create routes for HTTP APIs».
 */
export function matchRoute(keys: readonly string[], method: string, path: string): RouteMatch | undefined {
  const matches = keys.flatMap((key) => {
    const [own = '', pattern = ''] = key.split(' ');
    const found = own === 'ANY' || own === method ? patternOf(pattern).exec(path) : null;
    return found ? [{ key, ...(found[1] !== undefined && { rest: found[1] }) }] : [];
  });
  const isGreedy = ({ key }: RouteMatch) => (key.includes('+}') ? 1 : 0);
  return matches.sort((one, other) => isGreedy(one) - isGreedy(other) || other.key.length - one.key.length)[0];
}
