import * as z from 'zod/mini';
import { MODEL_USES } from '#core/calculations/model_use.ts';
import type { Model } from '#core/contract/model.ts';
import { loadedModelSchema, modelChoiceSchema, modelPageSchema, modelSchema } from '#core/contract/model.ts';
import { nameSchema } from '#core/contract/text.ts';
import type { Session } from '../../auth/sessions.ts';
import { takeRoom } from '../../calculations/company_quota.ts';
import { checkModel } from '../../calculations/model_upload.ts';
import { faultyFields, notFound, Refusal } from '../../errors.ts';
import { isDemonstration } from '../../store/demonstration_models.ts';
import { activate, activeId, findModel, listModels, type ModelServices, storeModel } from '../../store/models.ts';
import { describeModel, type StoredModel } from '../../store/stored_model.ts';
import type { Tenant } from '../../store/tenant.ts';
import { newVersioned } from '../../store/versioned_items.ts';
import type { AppContext, IdempotentRequest } from '../app_context.ts';
import { noteAction } from '../audit_log.ts';
import { readBody, TABLE_LIMIT } from '../body.ts';
import { type FileField, type RequestPayload, readPayload } from '../form.ts';
import { bodySchema } from '../json_schema.ts';
import { check, type JsonObject, listWindow, page, refuseForged } from '../request.ts';
import type { JsonSchema } from '../route.ts';
import { type Route, type RouteContext, YES_NO } from '../route.ts';
import { sendModelFile } from './model_file.ts';

const MISSING = 'Модель не найдена. Откройте список моделей: возможно, ссылка устарела.';

const MODEL_FILE: FileField = {
  name: 'file',
  onlyOne: 'Приложите один файл модели.',
  notText: 'Здесь нужен файл, а передан текст. Выберите файл модели.',
};

const fieldsSchema = z.object({
  name: z.optional(nameSchema('Укажите название модели или не передавайте его.')),
  features: z.optional(
    z.array(z.string({ error: 'Название столбца — это строка.' }), {
      error: 'Поле features — список JSON из названий столбцов, например ["x1", "x2"].',
    }),
  ),
  is_active: z.optional(z.boolean({ error: 'Поле is_active принимает true или false.' })),
});

/** Body of a form that loads a model. */
const MODEL_FORM: JsonSchema = {
  type: 'object',
  required: ['file'],
  properties: {
    file: {
      type: 'string',
      format: 'binary',
      description: 'Файл модели XGBoost (JSON, UBJSON) или LightGBM (текст), можно сжатый gzip; не больше 4 МБ',
    },
    name: { type: 'string', description: 'Название; без него — имя файла' },
    features: { type: 'string', description: 'Список JSON: столбцы таблицы в порядке признаков модели' },
    is_active: { type: 'boolean', description: 'Сделать модель действующей сразу' },
  },
};

export const modelRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/models',
    id: 'listModels',
    slash: true,
    access: 'signed-in',
    summary: 'Модели компании, новые первыми, и демонстрационные; действующие отмечены',
    query: { limit: 'Сколько строк, не больше 100', offset: 'Сколько строк пропустить' },
    answer: { status: 200, schema: modelPageSchema },
    handle: listOwn,
  },
  {
    method: 'POST',
    path: '/v1/models',
    id: 'createModel',
    slash: true,
    access: 'admin',
    action: 'Модель загружена',
    summary: 'Новая модель: проверка файла, столбцы признаков, пробный прогноз',
    form: MODEL_FORM,
    bodyLimit: TABLE_LIMIT,
    apart: true,
    answer: { status: 201, schema: loadedModelSchema },
    handle: load,
  },
  {
    method: 'PATCH',
    path: '/v1/models/{model}',
    id: 'activateModel',
    slash: true,
    access: 'admin',
    action: 'Модель сделана действующей',
    summary: 'Модель становится действующей; прежние расчёты остаются при своих моделях',
    body: bodySchema(modelChoiceSchema),
    answer: { status: 200, schema: modelSchema },
    handle: choose,
  },
  {
    method: 'GET',
    path: '/v1/models/{model}/file',
    id: 'downloadModel',
    slash: true,
    access: 'signed-in',
    summary: 'Файл модели: сжатая форма для браузера или исходный файл',
    query: { original: { description: 'true — файл, каким его загрузили', values: YES_NO } },
    answer: { status: 200, files: ['application/octet-stream'], others: { 304: 'Файл тот же, что по ETag' } },
    handle: async (c, context, { tenant }) => sendModelFile(c, context, tenant, await ownModel(c, context, tenant)),
  },
];

async function listOwn(c: AppContext, context: RouteContext, { tenant }: Session): Promise<Response> {
  const window = listWindow(c);
  if (window.deleted) return c.json(page(c, window, 0, []));
  const { count, models } = await listModels(context, tenant, window);
  const active = await activeIds(context, tenant);
  const views = models.map((model) => show(model, active));
  return c.json(page(c, window, count, views));
}

async function load(
  c: AppContext,
  context: RouteContext,
  { tenant, user }: Session,
  { id }: IdempotentRequest,
): Promise<Response> {
  const { fields, file } = await readModelForm(c);
  const options = check(fieldsSchema, { ...fields, features: featuresOf(fields) });
  if (!file) throw faultyFields([{ field: MODEL_FILE.name, message: 'Приложите файл модели XGBoost или LightGBM.' }]);
  const name = options.name ?? nameOf(file.name);
  noteAction(c, { whom: name, detail: options.is_active ? 'Сразу сделана действующей' : '' });
  const checked = await checkModel(context.core, file.bytes, options.features);
  await takeRoom(context, tenant, checked.original.length + checked.compact.length);
  const stored = await storeModel(context, tenant, checked, {
    ...newVersioned(user, context.now(), id),
    ...describeModel(checked, checked.columns),
    name,
    file_name: file.name,
  });
  if (options.is_active) await activate(context, tenant, user, stored, context.now());
  const model = show(stored, await activeIds(context, tenant));
  return c.json({ ...model, is_by_order: checked.isByOrder, trial: checked.trial }, 201);
}

async function choose(c: AppContext, context: RouteContext, { tenant, user }: Session): Promise<Response> {
  const model = await ownModel(c, context, tenant);
  noteAction(c, { whom: model.name });
  const body = await readBody(c);
  const { id, method, name, file_name, sha256, created_at, author } = model;
  refuseForged(body, { id, method, name, file_name, sha256, created_at, author });
  if (body.is_active !== true) throw faultyFields([{ field: 'is_active', message: NOT_ACTIVATED }]);
  await activate(context, tenant, user, model, context.now());
  return c.json(show(model, await activeIds(context, tenant)));
}

const NOT_ACTIVATED =
  'Передайте is_active: true. Отключить модель нельзя: вместо этого сделайте действующей другую модель этого метода.';

/** The tenant's model or a shipped one, or 404: another company's does not exist for it. */
async function ownModel(c: AppContext, services: ModelServices, tenant: Tenant): Promise<StoredModel> {
  const model = await findModel(services, tenant, c.req.param('model') ?? '');
  if (!model) throw notFound(MISSING);
  return model;
}

async function readModelForm(c: AppContext): Promise<RequestPayload> {
  try {
    return await readPayload(c, MODEL_FILE);
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 413) throw error;
    const detail =
      'Файл модели больше 4 МБ. Сожмите его gzip (model.json.gz) и загрузите архив; команда npm run model делает это сама.';
    throw new Refusal(413, { detail, code: 'too_large', errors: [{ field: MODEL_FILE.name, message: detail }] });
  }
}

/** The list of columns, JSON in a form; the schema refuses any other text. */
function featuresOf({ features }: JsonObject): unknown {
  if (typeof features !== 'string') return features ?? undefined;
  if (features.trim() === '') return undefined;
  try {
    return JSON.parse(features);
  } catch {
    return features;
  }
}

/** Name of a model without one: that of its file, without the extension. */
function nameOf(fileName: string): string {
  return fileName.replace(/\.gz$/i, '').replace(/\.\w{1,8}$/, '') || fileName;
}

async function activeIds(services: ModelServices, tenant: Tenant): Promise<ReadonlySet<string>> {
  return new Set(await Promise.all(MODEL_USES.map(({ method }) => activeId(services, tenant, method))));
}

function show(model: StoredModel, active: ReadonlySet<string>): Model {
  const { id, method, name, file_name, sha256, size, objective, trees, depth, features, created_at, author } = model;
  return {
    ...{ id, method, name, file_name, sha256, size },
    ...{ demonstration: isDemonstration(id), is_active: active.has(id) },
    ...{ objective, trees, depth, features, created_at, author },
  };
}
