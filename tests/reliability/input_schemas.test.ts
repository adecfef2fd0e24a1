import fc from 'fast-check';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import { CALCULATION_TYPES, definitionOf, TABLE_TYPES } from '#core/calculations/index.ts';
import { inputsSchema, parseSettings } from '#core/calculations/schema.ts';
import { actualSchema, calculationNameSchema, projectIdSchema } from '#core/contract/calculation.ts';
import * as users from '#core/contract/company_user.ts';
import { restorationSchema } from '#core/contract/history.ts';
import { projectFieldsSchema } from '#core/contract/project.ts';
import { credentialsSchema } from '#core/contract/user.ts';
import { readJsonRows } from '#core/tables/json_rows.ts';
import { signToken, verifyToken } from '#functions/auth/tokens.ts';
import { loadServerCore } from '#functions/core.ts';
import { BadForm, readForm } from '#functions/server/form_reader.ts';
import { fixedKeys } from '../support/keys.ts';
import { INJECTIONS } from '../support/reliability/input/bodies.ts';
import { reliabilityTest } from '../support/reliability/reliability_test.ts';
import { CASES } from '../wasm-core/calculations/all_cases.ts';

/** What clients put where a number, a name, a day, a flag or a choice belongs. */
const value = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.double({ min: 0, max: 100 }).map(String),
  fc.integer({ min: 0, max: 9_999_999 }).map((digits) => String(digits / 1e6).replace('.', ',')),
  fc.date({ noInvalidDate: true }).map((day) => day.toISOString().slice(0, 10)),
  fc.string({ unit: 'binary' }),
  fc.emailAddress(),
  fc.constantFrom(...INJECTIONS, 'staff', 'admin', '', null, undefined, true, false, -0, 2 ** 53, Number.NaN, 1e-320),
  fc.anything(),
);

/** Bodies with these fields: some left out, some of another kind; `good` stands where a value would hardly be right by chance. */
function bodies(names: readonly string[], good: Readonly<Record<string, unknown>> = {}) {
  const shape = names.map((name) => {
    const right = Object.hasOwn(good, name) ? [{ arbitrary: fc.constant(good[name]), weight: 9 }] : [];
    return [name, fc.oneof(...right, { arbitrary: value, weight: 1 })] as const;
  });
  return fc.oneof(
    { arbitrary: fc.record(Object.fromEntries(shape), { requiredKeys: Object.keys(good) }), weight: 20 },
    { arbitrary: fc.anything(), weight: 1 },
  );
}

/** Numbers that a store or JSON would not give back: none may be accepted. */
function unsafe(accepted: unknown): unknown[] {
  if (typeof accepted === 'number') {
    const isWhole = Number.isInteger(accepted) && Math.abs(accepted) < 1e20;
    const isLost =
      !Number.isFinite(accepted) || Object.is(accepted, -0) || (isWhole && !Number.isSafeInteger(accepted));
    return isLost ? [accepted] : [];
  }
  return typeof accepted === 'object' && accepted !== null ? Object.values(accepted).flatMap(unsafe) : [];
}

interface Parser {
  readonly name: string;
  readonly bodies: fc.Arbitrary<unknown>;
  /** What is accepted, or undefined. */
  readonly parse: (raw: unknown) => unknown;
}

async function parsers(): Promise<Parser[]> {
  const { constant } = await loadServerCore();
  const names = {
    first_name: 'Анна',
    last_name: 'Ким',
    name: 'Отчёт',
    version: 1,
    email: 'a@mine.example',
    role: 'staff',
  };
  const days = { start_date: '2026-01-01', end_date: '2026-12-31' };
  const schemas: Readonly<Record<string, z.ZodMiniType>> = {
    name: z.object({ name: calculationNameSchema }),
    project_id: z.object({ project: projectIdSchema }),
    actual: z.object({ actual: actualSchema }),
    credentials: credentialsSchema,
    project: projectFieldsSchema,
    restoration: restorationSchema,
    ...Object.fromEntries(
      Object.entries<z.ZodMiniType>(users).filter(([, schema]) => schema instanceof z.ZodMiniObject),
    ),
  };
  const parseBy = (schema: z.ZodMiniType) => (raw: unknown) => {
    const parsed = schema.safeParse(raw);
    return parsed.success ? parsed.data : undefined;
  };
  return [
    ...Object.entries(schemas).map(([name, schema]) => {
      const fields = Object.keys((schema as unknown as { shape: object }).shape);
      const good = Object.entries({ ...names, ...days, disabled: true }).filter(([field]) => fields.includes(field));
      return { name, bodies: bodies(fields, Object.fromEntries(good)), parse: parseBy(schema) };
    }),
    ...CALCULATION_TYPES.map((type) => {
      const good = CASES[type]?.[0]?.inputs ?? {};
      const definition = definitionOf(type);
      return {
        name: type,
        bodies: bodies(Object.keys(definition.inputs), good),
        parse: parseBy(inputsSchema(definition, constant)),
      };
    }),
    ...TABLE_TYPES.map((type) => ({
      name: `${type} settings`,
      bodies: bodies(Object.keys(definitionOf(type).inputs)),
      parse: (raw: unknown) => {
        const parsed = parseSettings(definitionOf(type), raw);
        return parsed.ok ? parsed.settings : undefined;
      },
    })),
  ];
}

reliabilityTest(
  {
    id: 'API-02',
    stimulus: 'bodies made by chance for every schema that reads one: numbers, texts, days, flags, things of any kind',
    pass: 'nothing throws; no NaN, infinity, −0 or unsafe whole number is accepted; what is accepted is read again as the same',
    quick: 300,
    full: 100_000,
  },
  async (n) => {
    const all = await parsers();
    let accepted = 0;
    for (const { name, bodies, parse } of all) {
      fc.assert(
        fc.property(bodies, (raw) => {
          const read = parse(raw);
          if (read === undefined) return;
          accepted += 1;
          expect([name, unsafe(read)]).toEqual([name, []]);
          expect([name, parse(JSON.parse(JSON.stringify(read)))]).toEqual([name, read]);
        }),
        { numRuns: n },
      );
    }
    expect(accepted).toBeGreaterThan(n);
    return `${all.length} schemas, ${n} bodies each; ${accepted} accepted`;
  },
);

const KEYS = fixedKeys();
const AT = new Date('2026-11-21T09:00:00Z');

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Bytes with some of them changed, taken out, doubled or cut off. */
const damaged = (bytes: Uint8Array) =>
  fc
    .array(fc.record({ at: fc.nat(bytes.length - 1), to: fc.nat(255), how: fc.nat(3) }), { minLength: 1, maxLength: 4 })
    .map((changes) =>
      changes.reduce((buffer, { at, to, how }) => {
        const [before, after] = [buffer.subarray(0, at), buffer.subarray(at + 1)];
        return Buffer.concat([
          before,
          [Buffer.of(to), Buffer.alloc(0), Buffer.of(to, to), buffer.subarray(at, at + 9)][how] ?? before,
          how === 1 && to < 60 ? Buffer.alloc(0) : after,
        ]);
      }, Buffer.from(bytes)),
    );

reliabilityTest(
  {
    id: 'API-15',
    stimulus: 'tokens, upload forms and rows with bytes changed, taken out, doubled, cut off',
    pass: 'no changed token is accepted; forms and rows are read or refused by their own words; nothing else is thrown',
    quick: 300,
    full: 60_000,
  },
  async (n) => {
    const claims = { user: 'u', company: 'c', session: 's', token: 't' };
    const token = await signToken(KEYS, 'at+jwt', claims, AT.getTime() / 1000, AT.getTime() / 1000 + 600);
    expect(await verifyToken(KEYS, 'at+jwt', token, AT)).toEqual(claims);
    await fc.assert(
      fc.asyncProperty(damaged(Buffer.from(token)), async (bytes) => {
        const text = bytes.toString('latin1');
        if (text !== token) expect([text, await verifyToken(KEYS, 'at+jwt', text, AT)]).toEqual([text, undefined]);
      }),
      { numRuns: n },
    );
    const part = (name: string, content: string) =>
      `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${content}\r\n`;
    const form = Buffer.from(`${part('key', 'uploads/c/j')}${part('file', 'x1;x2\r\n1;2')}--b--\r\n`);
    let read = 0;
    await fc.assert(
      fc.asyncProperty(damaged(form), fc.integer({ min: 1, max: 40 }), async (bytes, size) => {
        try {
          const { file } = await readForm(inPieces(bytes, size), 'multipart/form-data; boundary=b');
          for await (const piece of file) read += piece.length > 0 ? 1 : 0;
        } catch (error) {
          expect(error).toBeInstanceOf(BadForm);
        }
      }),
      { numRuns: n },
    );
    expect(read).toBeGreaterThan(0);
    for (const type of TABLE_TYPES) {
      const definition = definitionOf(type);
      const rows = fc.oneof(
        fc.array(bodies(Object.keys(definition.table?.columns ?? {})), { maxLength: 4 }),
        fc.anything(),
      );
      fc.assert(
        fc.property(rows, (raw) => {
          const table = readJsonRows(raw, definition);
          if (!table.ok) expect(table.detail).toMatch(/[А-Яа-яё].*\./s);
        }),
        { numRuns: n },
      );
    }
    return `${n} tokens, ${n} forms, ${n} tables of each of ${TABLE_TYPES.length} kinds`;
  },
);
