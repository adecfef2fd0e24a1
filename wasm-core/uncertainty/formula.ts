import { quoted } from '../contract/russian.ts';

/** The syntax tree of a formula. */
export type Formula =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'negate'; readonly operand: Formula }
  | { readonly kind: 'binary'; readonly sign: Sign; readonly left: Formula; readonly right: Formula };

export type Sign = '+' | '-' | '*' | '/';

/** The formula cannot be parsed. The message, in Russian, names the position. */
export class FormulaRefused extends Error {
  override readonly name = 'FormulaRefused';
}

/** Typographic operators → ASCII. */
const SIGNS: Readonly<Record<string, string>> = {
  ...{ '−': '-', '–': '-', '·': '*', '×': '*', '⋅': '*', '∙': '*' },
  '÷': '/',
};

const TOKEN = /\s*(?:(\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)|([\p{L}_][\p{L}\p{N}_]*)|(\S))/uy;

/** Largest nesting depth of brackets and minus signs. */
const DEEPEST = 200;

interface Token {
  readonly kind: 'number' | 'name' | 'sign' | 'end';
  readonly text: string;
  /** Position in the formula, from 1. */
  readonly position: number;
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  const pattern = new RegExp(TOKEN);
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const [, number, name, other = ''] = match;
    const length = (number ?? name ?? other).length;
    const position = pattern.lastIndex - length + 1;
    if (number !== undefined) tokens.push({ kind: 'number', text: number, position });
    else if (name !== undefined) tokens.push({ kind: 'name', text: name, position });
    else tokens.push({ kind: 'sign', text: SIGNS[other] ?? other, position });
  }
  return [...tokens, { kind: 'end', text: '', position: text.length + 1 }];
}

/**
 * Parses a formula: names, decimal numbers, + − · / and brackets. · and / take precedence over +
 * and −; operators are left-associative, as the core computes. Throws FormulaRefused.
 */
export function readFormula(text: string): Formula {
  const tokens = tokensOf(text);
  let next = 0;
  let depth = 0;
  const peek = () => tokens[next] as Token;

  function refuse(what: string): never {
    throw new FormulaRefused(`${what}. Используйте имена, числа, знаки + − · / и скобки.`);
  }

  function unexpected({ kind, text: character, position }: Token): never {
    if (kind === 'end') return refuse('формула обрывается: после знака или скобки ожидается имя, число или скобка');
    return refuse(`${quoted(character)} на месте ${position} здесь не ожидается`);
  }

  function binary(signs: readonly string[], operand: () => Formula): Formula {
    let left = operand();
    while (peek().kind === 'sign' && signs.includes(peek().text)) {
      const sign = (tokens[next++] as Token).text as Sign;
      left = { kind: 'binary', sign, left, right: operand() };
    }
    return left;
  }

  const sum = () => binary(['+', '-'], product);
  const product = () => binary(['*', '/'], factor);

  function factor(): Formula {
    if (++depth > DEEPEST) refuse(`больше ${DEEPEST} вложенных скобок или минусов`);
    const token = peek();
    next += 1;
    const value = operand(token);
    depth -= 1;
    return value;
  }

  function operand(token: Token): Formula {
    if (token.kind === 'number') return numberOf(token);
    if (token.kind === 'name') return { kind: 'name', name: token.text };
    if (token.text === '-') return { kind: 'negate', operand: factor() };
    if (token.text !== '(') return unexpected(token);
    const inner = sum();
    if (peek().text !== ')') refuse(`скобка на месте ${token.position} не закрыта`);
    next += 1;
    return inner;
  }

  function numberOf({ text: digits }: Token): Formula {
    const value = Number(digits);
    return Number.isFinite(value) ? { kind: 'number', value } : refuse(`число ${quoted(digits)} слишком велико`);
  }

  const formula = sum();
  if (peek().kind !== 'end') unexpected(peek());
  return formula;
}

/** Visits every part of a formula. */
export function eachPart(formula: Formula, visit: (part: Formula) => void): void {
  visit(formula);
  if (formula.kind === 'negate') eachPart(formula.operand, visit);
  if (formula.kind !== 'binary') return;
  eachPart(formula.left, visit);
  eachPart(formula.right, visit);
}

/** Distinct names of a formula. */
export function namesOf(formula: Formula): string[] {
  const names = new Set<string>();
  eachPart(formula, (part) => {
    if (part.kind === 'name') names.add(part.name);
  });
  return [...names];
}

/** Precedence of the operators. */
const BINDING: Readonly<Record<Sign, number>> = { '+': 1, '-': 1, '*': 2, '/': 2 };

/** Formats a formula; parsing the text gives the same operations in the same order. */
export function writeFormula(formula: Formula): string {
  if (formula.kind === 'number') return String(formula.value);
  if (formula.kind === 'name') return formula.name;
  const bracketed = (part: Formula, least: number) =>
    part.kind === 'binary' && BINDING[part.sign] < least ? `(${writeFormula(part)})` : writeFormula(part);
  if (formula.kind === 'negate') return `-${bracketed(formula.operand, 3)}`;
  const binding = BINDING[formula.sign];
  return `${bracketed(formula.left, binding)} ${formula.sign} ${bracketed(formula.right, binding + 1)}`;
}

/** A formula without minus signs, as the core's programs compute it. */
export type CoreFormula =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'binary'; readonly sign: CoreSign; readonly left: CoreFormula; readonly right: CoreFormula };

export type CoreSign = Exclude<Sign, '-'>;

const MINUS_ONE: CoreFormula = { kind: 'number', value: -1 };

/**
 * Replaces a difference by a sum with the negative and a negative by a product with −1: the same
 * bits with fewer operations.
 */
export function toCoreFormula(formula: Formula): CoreFormula {
  if (formula.kind === 'number' || formula.kind === 'name') return formula;
  if (formula.kind === 'negate') return negative(toCoreFormula(formula.operand));
  const [left, right] = [toCoreFormula(formula.left), toCoreFormula(formula.right)];
  if (formula.sign === '-') return { kind: 'binary', sign: '+', left, right: negative(right) };
  return { kind: 'binary', sign: formula.sign, left, right };
}

function negative(left: CoreFormula): CoreFormula {
  return { kind: 'binary', sign: '*', left, right: MINUS_ONE };
}
