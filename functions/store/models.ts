import type { Core } from '#core/load.ts';
import { loadPredictor } from '#core/models/predictor.ts';
import { type RowModel, rowModel } from '#core/models/row_model.ts';
import { IS_NEW } from './condition.ts';
import type { Database } from './database.ts';
import { type DemonstrationModel, demonstrationId, demonstrationModels } from './demonstration_models.ts';
import { modelKey } from './file_key.ts';
import type { Files } from './files.ts';
import { cachedPredictor } from './model_cache.ts';
import type { OpenedModel, StoredModel } from './stored_model.ts';
import type { Tenant } from './tenant.ts';
import {
  create,
  type Editor,
  type ListWindow,
  list,
  newVersioned,
  nextVersion,
  read,
  replace,
  type StoredVersion,
} from './versioned_items.ts';

/** Dependencies of models. */
export interface ModelServices {
  readonly core: Core;
  readonly db: Database;
  readonly files: Files;
}

/** The company's active model of one method, as an item; `id` is the method. */
interface Choice extends StoredVersion {
  readonly model: string;
}

const MODELS = { prefix: 'M#', list: 'M#' } as const;
const CHOICES = { prefix: 'A#', list: 'A#' } as const;

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Attempts to store a choice when other writes come first. */
const ATTEMPTS = 5;

/**
 * Stores a model: both forms of its file first, then the item, which commits. A crash in between
 * leaves unreferenced files.
 */
export async function storeModel(
  { db, files }: ModelServices,
  tenant: Tenant,
  { original, compact }: OpenedModel,
  model: StoredModel,
): Promise<StoredModel> {
  await files.put(modelKey(tenant, model.sha256), original);
  await files.put(modelKey(tenant, model.compact_sha256), compact);
  return create(db, tenant, MODELS, model);
}

/**
 * A window of the models available to the company: its own, newest first, then the shipped ones.
 */
export async function listModels(
  { core, db }: ModelServices,
  tenant: Tenant,
  { limit, offset }: Pick<ListWindow, 'limit' | 'offset'>,
): Promise<{ count: number; models: StoredModel[] }> {
  const own = await list<StoredModel>(db, tenant, MODELS, { deleted: false, limit, offset });
  const shipped = (await demonstrationModels(core)).map(({ stored }) => stored);
  const first = Math.max(0, offset - own.count);
  const rest = shipped.slice(first, first + limit - own.objects.length);
  return { count: own.count + shipped.length, models: [...own.objects, ...rest] };
}

/** A model of the company or a shipped one; undefined if there is none. */
export async function findModel(
  { core, db }: ModelServices,
  tenant: Tenant,
  id: string,
): Promise<StoredModel | undefined> {
  const shipped = await shippedModel(core, id);
  if (shipped) return shipped.stored;
  return ID.test(id) ? read<StoredModel>(db, tenant, MODELS.prefix, id) : undefined;
}

/** Id of the model that new calculations by `method` use. */
export async function activeId({ db }: ModelServices, tenant: Tenant, method: string): Promise<string> {
  const choice = await read<Choice>(db, tenant, CHOICES.prefix, method);
  return choice?.model ?? demonstrationId(method);
}

/** Activates a model of its method by one write; the previous choice is kept as a revision. */
export async function activate(
  { db }: ModelServices,
  tenant: Tenant,
  editor: Editor,
  model: StoredModel,
  now: Date,
): Promise<void> {
  const id = model.method;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const current = await read<Choice>(db, tenant, CHOICES.prefix, id);
    if (current?.model === model.id) return;
    if (!current) {
      const first = { ...newVersioned(editor, now), id, model: model.id };
      if (await db.put({ ...first, pk: tenant.partition, sk: CHOICES.prefix + id }, IS_NEW)) return;
      continue;
    }
    const next = { ...current, ...nextVersion(current, editor, now), model: model.id };
    if (!('conflict' in (await replace(db, tenant, CHOICES, current, next)))) return;
  }
  throw new Error(`The choice of a model for ${id} was overtaken ${ATTEMPTS} times`);
}

/** The model that new calculations by `method` use, ready to compute rows. */
export async function activeModel(services: ModelServices, tenant: Tenant, method: string): Promise<RowModel> {
  const id = await activeId(services, tenant, method);
  const model = await modelById(services, tenant, id);
  if (!model) throw new Error(`The active model ${id} of ${method} is not in the table`);
  return model;
}

/**
 * A model, ready to compute rows; undefined if the company has none with this id. Models are
 * cached.
 */
export async function modelById(services: ModelServices, tenant: Tenant, id: string): Promise<RowModel | undefined> {
  const model = await findModel(services, tenant, id);
  if (!model) return undefined;
  const columns = model.features.map(({ column }) => column);
  const { name, sha256 } = model;
  const predictor = await cachedPredictor(sha256, async () => {
    const file = await modelFile(services, tenant, model, 'original');
    return loadPredictor(services.core.module, file);
  });
  return rowModel({ id, name, sha256 }, predictor, columns);
}

/** A model's file: as uploaded, or in the compact form with covers, packed by gzip. */
export async function modelFile(
  { core, files }: ModelServices,
  tenant: Tenant,
  model: StoredModel,
  form: 'original' | 'compact',
): Promise<Uint8Array> {
  const shipped = await shippedModel(core, model.id);
  if (shipped) return shipped[form];
  const bytes = await files.get(modelKey(tenant, form === 'original' ? model.sha256 : model.compact_sha256));
  if (!bytes) throw new Error(`The file of the model ${model.id} is not in the bucket`);
  return bytes;
}

async function shippedModel(core: Core, id: string): Promise<DemonstrationModel | undefined> {
  return (await demonstrationModels(core)).find(({ stored }) => stored.id === id);
}
