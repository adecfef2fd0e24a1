import { API } from '#core/contract/paths.ts';
import { calculationSchemas } from './calculation_answers.ts';
import { answerSchema, componentRef, entitySchemas } from './components.ts';
import { exampleOf } from './example.ts';
import { IDEMPOTENCY_HEADER, IDEMPOTENCY_KEY_FORM } from './idempotency.ts';
import type { JsonSchema, Route, RouteAnswer } from './route.ts';

const text = { type: 'string' };

/** Faults that routes may answer with, and what they mean. */
const REFUSALS = {
  400: 'Запрос составлен неверно: detail называет причину, errors — поля',
  403: 'На это нет прав: нужен администратор компании, или одноразовый пароль ещё не заменён своим',
  404: 'Такой записи нет (или она чужая)',
  408: 'Ответа никто не ждёт: вычисление остановлено',
  409: 'Запись изменена другим или лежит в архиве; current — как она выглядит сейчас. Или ключ повтора уже послан с другим запросом',
  413: 'Тело запроса или таблица в нём слишком велики, или вычисление длится дольше срока',
  415: 'Тело запроса (или файл в нём) в другом формате, чем здесь читают',
  429: 'Таблиц, копий, билетов и экспортов за четверть часа слишком много',
  500: 'Ошибка на сервере, она записана: повторите через минуту',
  503: 'Сервер занят другими таблицами или перезапускается, ничего не сохранено',
} as const;

/** The header by which a change may be repeated safely. */
const WRITE_KEY_PARAMETER = {
  name: IDEMPOTENCY_HEADER,
  in: 'header',
  description:
    'Ключ повтора, свой у каждого запроса (например, UUID). Тот же запрос с тем же ключом в течение суток выполняется один раз и отвечает тем же',
  schema: { type: 'string', pattern: IDEMPOTENCY_KEY_FORM.source },
};

/** The OpenAPI document, made from the list of routes and the registry of calculation types. */
export function openApi(routes: readonly Route[]): JsonSchema {
  const schemas = { ...entitySchemas(), ...calculationSchemas() };
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const path = API + route.path + (route.slash ? '/' : '');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route, schemas) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Расчёт фугитивных выбросов: API',
      version: '1',
      description:
        'Единицы измерения стоят у каждого поля. Результаты всегда вычисляет сервер, core_sha256 — чем именно.',
    },
    servers: [{ url: '/', description: 'Адрес, по которому открыт продукт' }],
    tags: [...new Set(routes.flatMap(({ tag }) => tag ?? []))].map((name) => ({ name })),
    paths,
    components: {
      schemas,
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}

type Schemas = Readonly<Record<string, JsonSchema>>;

function operation(route: Route, schemas: Schemas): JsonSchema {
  const { answer, query = {} } = route;
  const sent = contentOf(route, schemas);
  const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: name === 'slot' ? { enum: ['1', '2', '3'] } : text,
  }));
  const inQuery = Object.entries(query).map(([name, parameter]) => {
    const { values, ...facts } = typeof parameter === 'string' ? { description: parameter } : parameter;
    const schema = values ? { enum: values } : facts.required ? { ...text, minLength: 1 } : text;
    return { name, in: 'query', ...facts, schema };
  });
  const parameters = [...inPath, ...inQuery, ...(takesKey(route) ? [WRITE_KEY_PARAMETER] : [])].map((parameter) => ({
    ...parameter,
    example: exampleOf(parameter.schema, schemas, parameter.name),
  }));
  return {
    operationId: route.id,
    ...(route.tag !== undefined && { tags: [route.tag] }),
    summary: route.summary,
    security: route.access === 'public' ? [] : [{ bearer: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(sent && { requestBody: { required: true, content: sent } }),
    responses: {
      [answer.status]: { description: 'Успех', ...answerContent(answer, schemas) },
      ...refusals(route),
    },
  };
}

function takesKey({ access, method }: Pick<Route, 'access' | 'method'>): boolean {
  return access !== 'public' && method !== 'GET';
}

/** What a request may carry, by media type; undefined if nothing. */
function contentOf({ body, form }: Route, schemas: Schemas): JsonSchema | undefined {
  if (!body && !form) return undefined;
  return {
    ...(body && json(body, schemas)),
    ...(form && { 'multipart/form-data': { schema: form, example: exampleOf(form, schemas) } }),
  };
}

function answerContent({ schema, files }: RouteAnswer, schemas: Schemas): JsonSchema {
  if (schema) return { content: json(answerSchema(schema), schemas) };
  if (!files) return {};
  const binary = { schema: { type: 'string', format: 'binary' } };
  return { content: Object.fromEntries(files.map((type) => [type, binary])) };
}

function refusals({ access, method, path, query, body, form, answer, ...route }: Route): JsonSchema {
  const takesBody = body !== undefined || form !== undefined;
  const keyed = takesKey({ access, method });
  const isOpen = access === 'signed-in' && 'withOneTimePassword' in route;
  const codes = [
    ...(takesBody || query || keyed ? ([400] as const) : []),
    ...(access === 'public' || isOpen ? [] : ([403] as const)),
    ...(path.includes('{') || takesBody ? ([404] as const) : []),
    ...(keyed ? ([409] as const) : []),
    ...(takesBody ? ([413, 415] as const) : []),
    ...(route.apart ? ([408, 413, 503] as const) : []),
    ...(route.apart || route.isCostly ? ([429] as const) : []),
    500 as const,
  ];
  const content = json(componentRef('Error'));
  const signedOut = access === 'public' ? 'Вход отклонён или сеанс завершён' : 'Сеанса нет или он завершён';
  return {
    ...Object.fromEntries(codes.map((code) => [code, { description: REFUSALS[code], ...waitOf(code), content }])),
    401: { description: signedOut, content },
    ...Object.fromEntries(
      Object.entries(answer.others ?? {}).map(([code, description]) => {
        return [code, { description, ...waitOf(Number(code)), ...(Number(code) >= 400 && { content }) }];
      }),
    ),
  };
}

/** The header of an answer after which the request is worth repeating. */
function waitOf(code: number): JsonSchema {
  if (code !== 429 && code !== 503) return {};
  const description = 'Через сколько секунд повторить запрос';
  return { headers: { 'Retry-After': { description, schema: { type: 'integer', minimum: 0 } } } };
}

/** Content in JSON, with an example where the schemas that it may refer to are given. */
function json(schema: JsonSchema, schemas?: Schemas): JsonSchema {
  return { 'application/json': { schema, ...(schemas && { example: exampleOf(schema, schemas) }) } };
}
