import type { Match } from '@zxcvbn-ts/core';
import { layoutSpellings } from './keyboard_layouts.ts';

/**
 * Guesses that a password must withstand, estimated by zxcvbn (Wheeler, USENIX Security 2016). A
 * guess against a stolen table takes about 20 ms of a core (Argon2id), so 10⁹ guesses take eight
 * months.
 */
const MIN_GUESSES = 1e9;

/**
 * Characters that are examined: the work is quadratic, and further characters only add strength.
 */
const EXAMINED_SIGNS = 40;

/** Words of the product and the industry, which an attacker tries first. */
const PRODUCT_WORDS = ['demonstration', 'demo', 'fugitive', 'emission', 'emissions', 'methane', 'metan', 'guardant'];
const RUSSIAN_WORDS = ['пароль', 'шахта', 'уголь', 'метан', 'выбросы', 'эколог', 'админ', 'администратор', 'привет'];

/** Shortest part of a text that counts as a word, characters. */
const WORD_SIGNS = 3;

const ADVICE = 'Придумайте фразу из нескольких не связанных слов, например из четырёх.';

const REASONS = {
  context: 'В пароле ваше имя, логин, название компании или слово из работы продукта: такой подбирают первым.',
  walk: 'Пароль — ряд соседних клавиш: такой подбирают первым.',
  common: 'Пароль из списка самых частых: такой подбирают первым.',
  simple: 'Пароль — повтор, ряд или дата: такой легко подобрать.',
} as const;

/** Personal texts that a password must not consist of: e-mail, names, company. */
export type PersonalTexts = readonly string[];

/**
 * Why a password is refused, in Russian with the next step; undefined for a strong password. It is
 * examined as typed, in the other keyboard
 * layout and transliterated: «пароль», «gfhjkm» and «parol» are equally weak.
 */
export async function weaknessOf(password: string, personal: PersonalTexts): Promise<string | undefined> {
  const estimate = await estimator();
  const words = [...personal.flatMap(wordsOf), ...PRODUCT_WORDS, ...RUSSIAN_WORDS];
  const inputs = [...new Set(words.flatMap((word) => layoutSpellings(word.toLowerCase())))];
  const examined = [...password.normalize('NFC')].slice(0, EXAMINED_SIGNS).join('');
  const results = layoutSpellings(examined).map((spelling) => estimate(spelling, inputs));
  const [weakest] = results.sort((one, other) => one.guesses - other.guesses);
  if (!weakest || weakest.guesses >= MIN_GUESSES) return undefined;
  return `${REASONS[reasonOf(weakest.sequence)]} ${ADVICE}`;
}

/** A text and its words: «ivanov@mine.example» has three. */
function wordsOf(text: string): string[] {
  const words = text.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length >= WORD_SIGNS);
  return [text, ...words];
}

/** Kind of the longest guessable part of a password. */
function reasonOf(sequence: readonly Match[]): keyof typeof REASONS {
  const parts = sequence.filter(({ pattern }) => pattern !== 'bruteforce');
  const [longest] = parts.sort((one, other) => other.token.length - one.token.length);
  if (longest?.pattern === 'spatial') return 'walk';
  if (longest?.pattern !== 'dictionary') return 'simple';
  return longest.dictionaryName.startsWith('userInputs') ? 'context' : 'common';
}

type Estimate = (password: string, inputs: string[]) => { readonly guesses: number; readonly sequence: Match[] };

let loaded: Promise<Estimate> | undefined;

/** Loads the 49,000 most common passwords on first use: a sign-in does not need them. */
function estimator(): Promise<Estimate> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<Estimate> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  const factory = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  return (password, inputs) => factory.check(password, inputs);
}
