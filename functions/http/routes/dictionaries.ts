import { dictionarySchema } from '#core/contract/dictionary_schema.ts';
import { DICTIONARY_NAMES } from '#core/dictionaries/index.ts';
import type { SignedInRoute } from '../route.ts';

/** One address per dictionary; all rows come at once. */
export const dictionaryRoutes: readonly SignedInRoute[] = DICTIONARY_NAMES.map((name) => ({
  method: 'GET',
  path: `/v1/dictionary/${name}`,
  id: `${name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())}Dictionary`,
  slash: true,
  access: 'signed-in',
  summary: `Справочник ${name}: коэффициенты с единицами и источниками`,
  answer: { status: 200, schema: dictionarySchema },
  handle: async (c, { dictionary }) => c.json(await dictionary(name)),
}));
