import * as z from 'zod/mini';

/** What answers: a verifier finds the same sources and the same core by it. */
export const releaseSchema = z.object({
  version: z.string().check(z.describe('Версия продукта')),
  commit: z.nullable(z.string()).check(z.describe('Коммит исходных текстов; null, если он не записан при сборке')),
  core_sha256: z.string().check(z.describe('SHA-256 вычислительного ядра')),
  store_version: z.int().check(z.describe('Версия того, как лежат данные')),
});

export type Release = Readonly<z.output<typeof releaseSchema>>;
