import type { Match } from '@zxcvbn-ts/core';
import { layoutSpellings } from './keyboard_layouts.ts';

/**
 * Guesses that a password must withstand. Argon2id costs an attacker who has the table about 20 ms of
 * a core a guess: 10⁹ guesses are eight months of it. Estimated as zxcvbn does (Wheeler, USENIX Security 2016).
 */
const MIN_GUESSES = 1e9;

/** Only so many signs are looked at: what follows can but add to the strength, and the work grows by the square. */
const EXAMINED_SIGNS = 40;

/** Words of the product and of the trade, which everybody who guesses here tries first. */
const PRODUCT_WORDS = ['demonstration', 'demo', 'fugitive', 'emission', 'emissions', 'methane', 'metan', 'guardant'];
const RUSSIAN_WORDS = ['пароль', 'шахта', 'уголь', 'метан', 'выбросы', 'эколог', 'админ', 'администратор', 'привет'];

/** A part of a word is a word of its own only from this length on. */
const WORD_SIGNS = 3;

const ADVICE = 'Придумайте фразу из нескольких не связанных слов, например из четырёх.';

const REASONS = {
  context: 'В пароле ваше имя, логин, название компании или слово из работы продукта: такой подбирают первым.',
  walk: 'Пароль — ряд соседних клавиш: такой подбирают первым.',
  common: 'Пароль из списка самых частых: такой подбирают первым.',
  simple: 'Пароль — повтор, ряд или дата: такой легко подобрать.',
} as const;

/** Texts about a person that a password must not be made of: e-mail, names, company. */
export type PersonalTexts = readonly string[];

/**
 * Why a password is refused, in Russian with the next step; undefined: it withstands guessing. It is examined as typed, by the keys that
 * are pressed in the other layout, and transliterated: «пароль», «gfhjkm» and «parol» are one password.
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

/** What the longest guessable part of a password is. */
function reasonOf(sequence: readonly Match[]): keyof typeof REASONS {
  const parts = sequence.filter(({ pattern }) => pattern !== 'bruteforce');
  const [longest] = parts.sort((one, other) => other.token.length - one.token.length);
  if (longest?.pattern === 'spatial') return 'walk';
  if (longest?.pattern !== 'dictionary') return 'simple';
  return longest.dictionaryName.startsWith('userInputs') ? 'context' : 'common';
}

type Estimate = (password: string, inputs: string[]) => { readonly guesses: number; readonly sequence: Match[] };

let loaded: Promise<Estimate> | undefined;

/** The 49,000 commonest passwords are loaded when the first password is chosen: a sign-in does not need them. */
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
