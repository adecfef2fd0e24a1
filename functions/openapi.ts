import { API } from '#core/contract/paths.ts';
import { calculationSchemas, pageSchema } from './routes/calculation_schema.ts';
import { ROUTES } from './routes/index.ts';
import type { JsonSchema, Route } from './routes/route.ts';

const text = { type: 'string' };
const day = { type: 'string', format: 'date' };
const instant = { type: 'string', format: 'date-time' };
const flag = { type: 'boolean' };
const whole = { type: 'integer' };

/** Faults that any route may answer with, and what they mean. */
const REFUSALS = {
  400: 'Запрос составлен неверно: detail называет причину, errors — поля',
  403: 'На это нет прав: нужен администратор компании',
  404: 'Такой записи нет (или она чужая)',
  409: 'Запись изменена другим или лежит в архиве; current — как она выглядит сейчас',
  413: 'Тело запроса слишком велико',
  415: 'Тело запроса не в JSON',
  429: 'Слишком много попыток; Retry-After говорит, когда повторить',
} as const;

/** The OpenAPI document of the API, made from the list of routes and the registry of calculation types. */
export function openApi(): JsonSchema {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of ROUTES) {
    const path = API + route.path + (route.slash ? '/' : '');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Расчёт фугитивных выбросов: API',
      version: '1',
      description:
        'Единицы измерения стоят у каждого поля. Результаты всегда вычисляет сервер, core_sha256 — чем именно.',
    },
    paths,
    components: {
      schemas: schemas(),
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}

function operation(route: Route): JsonSchema {
  const { answer, query = {}, body } = route;
  const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: name === 'slot' ? { enum: ['1', '2', '3'] } : text,
  }));
  const inQuery = Object.entries(query).map(([name, description]) => ({
    name,
    in: 'query',
    description,
    schema: text,
  }));
  return {
    summary: route.summary,
    security: route.access === 'public' ? [] : [{ bearer: [] }],
    ...(inPath.length + inQuery.length > 0 && { parameters: [...inPath, ...inQuery] }),
    ...(body && { requestBody: { required: true, content: json(body) } }),
    responses: {
      [answer.status]: { description: 'Успех', ...(answer.schema && { content: json(answer.schema) }) },
      ...refusals(route),
    },
  };
}

function refusals({ access, body, path, query }: Route): JsonSchema {
  const isSignIn = path === '/token';
  const codes = [
    ...(body || query ? ([400] as const) : []),
    ...(access === 'admin' ? ([403] as const) : []),
    ...(path.includes('{') || path.includes('create') || body ? ([404] as const) : []),
    ...(body && access !== 'public' ? ([409] as const) : []),
    ...(body ? ([413, 415] as const) : []),
    ...(isSignIn ? ([429] as const) : []),
  ];
  const content = json({ $ref: '#/components/schemas/Error' });
  return {
    401: {
      description: access === 'public' ? 'Вход отклонён или сеанс завершён' : 'Сеанса нет или он завершён',
      content,
    },
    ...Object.fromEntries(codes.map((code) => [code, { description: REFUSALS[code], content }])),
  };
}

function json(schema: JsonSchema): JsonSchema {
  return { 'application/json': { schema } };
}

function schemas(): Record<string, JsonSchema> {
  const versioned = {
    id: text,
    name: text,
    user: text,
    author: { type: 'string', description: 'Кто создал' },
    editor: { type: 'string', description: 'Кто изменил последним; changed_by — его номер' },
    changed_by: text,
    created_at: instant,
    updated_at: instant,
    is_active: flag,
    is_deleted: flag,
    version: whole,
  };
  const source = { type: 'object', properties: { document: text, table: text, row: text } };
  const mark = { enum: ['norm', 'derived', 'proposed'], description: 'норма, расчёт по норме или предложение' };
  const units = { type: 'object', additionalProperties: text };
  return {
    Error: {
      type: 'object',
      required: ['detail', 'code'],
      properties: {
        detail: { type: 'string', description: 'Причина и следующий шаг' },
        code: text,
        errors: {
          type: 'array',
          items: { type: 'object', required: ['message'], properties: { field: text, value: text, message: text } },
        },
        current: { description: 'При 409: запись, как она выглядит сейчас' },
      },
    },
    Dictionary: {
      type: 'object',
      required: ['count', 'next', 'previous', 'results', 'version'],
      properties: {
        count: whole,
        next: { type: 'null' },
        previous: { type: 'null' },
        version: day,
        results: {
          type: 'array',
          items: {
            type: 'object',
            required: ['id', 'name', 'units', 'source', 'mark'],
            properties: { id: whole, name: text, units, source, mark, custom: flag, note: text },
            additionalProperties: { type: 'string', description: 'Коэффициент, шесть знаков после точки' },
          },
        },
      },
    },
    Project: {
      type: 'object',
      properties: { ...versioned, start_date: day, end_date: day, status: { const: 1 }, company: text },
    },
    ProjectPage: pageSchema('Project'),
    CalculationCommon: {
      type: 'object',
      properties: {
        ...versioned,
        project: text,
        core_sha256: { type: 'string', description: 'SHA-256 вычислительного ядра' },
        provenance: {
          type: 'array',
          description: 'Строки справочников, из которых взяты коэффициенты',
          items: {
            type: 'object',
            properties: {
              dictionary: text,
              version: day,
              id: whole,
              name: text,
              presets: { type: 'array', items: text },
              units,
              source,
              mark,
            },
          },
        },
        actual: { type: 'array', items: text },
      },
    },
    ...calculationSchemas(),
  };
}
