import type { CalculationDefinition } from '#core/calculations/definition.ts';
import type { SettingValues } from '#core/calculations/schema.ts';
import { type Fault, faultValue } from '#core/contract/errors.ts';
import type { RowModel } from '#core/models/row_model.ts';
import type { StoredCalculation } from '../store/calculations.ts';
import { activeModel, type ModelServices, modelById } from '../store/models.ts';
import type { Tenant } from '../store/tenant.ts';

/** The model for the rows of a calculation; undefined for a type without models, or with a fault. */
export interface ChosenModel {
  readonly model: RowModel | undefined;
  readonly faults: readonly Fault[];
}

/** What a model is chosen by. */
export interface ModelRequest {
  readonly tenant: Tenant;
  /** `model` of the body: an id; null or '' for the company's active one; left out, or the own reference echoed, it says nothing. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The calculation that is being changed. */
  readonly current?: StoredCalculation;
}

/**
 * The model that computes the rows: the one that the request names; else the one that the calculation has, while its method stays;
 * else the company's active one of the method.
 */
export async function chooseModel(
  services: ModelServices,
  { tenant, body, current }: ModelRequest,
  { table }: CalculationDefinition,
  settings: SettingValues,
): Promise<ChosenModel> {
  const input = table?.modelInput;
  const method = input === undefined ? undefined : settings[input];
  if (input === undefined || method === undefined) return { model: undefined, faults: [] };
  const own = current?.table;
  const id = askedModel(body.model, own?.model?.id) ?? (own?.settings[input] === method ? own.model?.id : undefined);
  if (id === undefined || id === '') return { model: await activeModel(services, tenant, method), faults: [] };
  const candidate = await modelById(services, tenant, id);
  if (candidate?.method === method) return { model: candidate, faults: [] };
  const message = candidate
    ? 'Эта модель для другого метода. Выберите модель этого метода или не указывайте её.'
    : 'Такой модели нет. Выберите модель из списка или не указывайте её.';
  return { model: undefined, faults: [{ field: 'model', value: faultValue(id) ?? '', message }] };
}

/** What is no id of any model. */
const NO_ID = '?';

/** Id of the model that a body asks for; '': the active one; undefined: it does not say. */
function askedModel(sent: unknown, own: string | undefined): string | undefined {
  if (sent === undefined) return undefined;
  if (sent === null) return '';
  if (typeof sent !== 'object') return String(sent);
  // Only a reference with a text as its id can name a model.
  const id = 'id' in sent && typeof sent.id === 'string' ? sent.id : NO_ID;
  return id === own ? undefined : id;
}
