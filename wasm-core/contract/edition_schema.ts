import * as z from 'zod/mini';
import { described, type Wire } from './wire.ts';

const emission = (text: string) => described(z.number(), `${text}, т CO₂-экв.`);

const editionChangeSchema = z.object({
  calculation: z.string(),
  type: z.string(),
  name: z.string(),
  version: z.int(),
  before_t: emission('Сейчас'),
  after_t: emission('По действующей редакции'),
  method_t: emission('Из-за метода: те же числа, другое ядро'),
  constant_t: emission('Из-за констант'),
  factor_t: emission('Из-за коэффициентов справочников'),
  factors: z.array(
    z.object({ input: z.string(), label: z.string(), unit: z.string(), before: z.number(), after: z.number() }),
  ),
});

export type EditionChange = Wire<typeof editionChangeSchema>;

/** What the present edition of methods, constants and factors changes in a project: nothing is applied unasked. */
export const editionSchema = z.object({
  core_sha256: z.string(),
  changes: z.array(editionChangeSchema),
  before_t: emission('Эти расчёты сейчас'),
  after_t: emission('Эти расчёты по действующей редакции'),
});

export type Edition = Wire<typeof editionSchema>;
