import { parseSync } from 'vite';

/** Parts of a symbol that a mutation changes. */
const KINDS = {
  statement: /^(?:Expression|Return|If|Throw)Statement$/,
  condition: /^IfStatement$/,
  call: /^CallExpression$/,
  operation: /^(?:Binary|Logical|Unary)Expression$/,
  property: /^Property$/,
  spread: /^SpreadElement$/,
  text: /^Literal$/,
} as const;

/** A mutation within a function, a method or a constant: replaces the innermost part of a kind that contains certain names. */
export interface Change {
  /** Name of the function or constant, or `Class.method`. */
  readonly symbol: string;
  readonly kind: keyof typeof KINDS;
  /** Names within the part, or prefixes of its texts. */
  readonly naming: readonly string[];
  /** The replacement; '' removes the part. */
  readonly to: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

/** Returns the changed code. Throws unless there is exactly one match and the result parses. */
export function sabotaged(code: string, { symbol, kind, naming, to }: Change): string {
  const found = symbolsOf(parsed(code), '').filter(([name]) => name === symbol);
  const [[, body] = []] = found;
  if (!body || found.length > 1) throw new Error(`There are ${found.length} of ${symbol}`);
  const places = innermost(
    body,
    (node) => KINDS[kind].test(node.type) && naming.every((name) => names(part(node, kind), name)),
  );
  const [place] = places;
  if (!place || places.length > 1) throw new Error(`${symbol} has ${places.length} of ${kind} that name ${naming}`);
  const { start, end } = part(place, kind);
  const comma = to === '' && code[end] === ',' ? 1 : 0;
  const changed = code.slice(0, start) + to + code.slice(end + comma);
  parsed(changed);
  return changed;
}

function parsed(code: string): Node {
  const { program, errors } = parseSync('code.ts', code);
  if (errors.length > 0) throw new SyntaxError(`${errors[0]?.message}`);
  return program as unknown as Node;
}

/** The changed part of a node of a kind: of an `if`, its condition without its branches. */
function part(node: Node, kind: Change['kind']): Node {
  return kind === 'condition' ? (node.test as Node) : node;
}

/** Functions, constants and members of classes, with their names. */
function symbolsOf(node: Node, owner: string): (readonly [name: string, node: Node])[] {
  const own = nameOf(node.type === 'VariableDeclarator' || /^Function/.test(node.type) ? node.id : undefined);
  const member = /^(?:MethodDefinition|PropertyDefinition)$/.test(node.type) ? nameOf(node.key) : undefined;
  const inside = node.type === 'ClassDeclaration' ? `${nameOf(node.id)}.` : owner;
  const name = own ?? (member && owner + member);
  return [...(name ? [[name, node] as const] : []), ...childrenOf(node).flatMap((child) => symbolsOf(child, inside))];
}

function nameOf(node: unknown): string | undefined {
  return (node as { readonly name?: string } | undefined)?.name;
}

function innermost(node: Node, fits: (node: Node) => boolean): Node[] {
  const inner = childrenOf(node).flatMap((child) => innermost(child, fits));
  return inner.length === 0 && fits(node) ? [node] : inner;
}

function names(node: Node, name: string): boolean {
  const { value } = node;
  const text = typeof value === 'string' ? value : ((value as { readonly cooked?: string } | undefined)?.cooked ?? '');
  return nameOf(node) === name || text.startsWith(name) || childrenOf(node).some((child) => names(child, name));
}

function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter((value): value is Node => typeof (value as Node | null)?.type === 'string');
}
