import { gunzipSync } from 'node:zlib';
import { MODEL_USES } from '#core/calculations/model_use.ts';
import { answerText, isUsable } from '#core/calculations/prediction.ts';
import { NAME_LIMIT } from '#core/contract/text.ts';
import type { Core } from '#core/load.ts';
import { isCompact } from '#core/models/compact_read.ts';
import { mapFeatures } from '#core/models/features.ts';
import { MAX_MODEL_BYTES } from '#core/models/limits.ts';
import type { Predictor } from '#core/models/predictor.ts';
import { ModelRefused, quotedName } from '#core/models/refused.ts';
import { checkOutputs, predictRows, rowModel } from '#core/models/row_model.ts';
import { faultyFields, Refusal } from '../errors.ts';
import { demonstrationDays } from '../store/demonstration_models.ts';
import { type OpenedModel, openModel } from '../store/stored_model.ts';

/** A model file that has passed every check. */
export interface CheckedModel extends OpenedModel {
  /** Column of the table per feature. */
  readonly columns: readonly string[];
  /** The file names no features: they are the table's columns in their order. */
  readonly isByOrder: boolean;
  /** What the model says of some demonstration days. */
  readonly trial: readonly TrialDay[];
}

export interface TrialDay {
  readonly row: Readonly<Record<string, number | string | null>>;
  readonly result: number | null;
}

/** Days of the trial. */
const TRIAL_DAYS = 10;

/** Objectives whose answers are classes, orders or times, not a quantity. */
const OTHER_OBJECTIVE = /^(?:binary|multi|rank|survival|cross_entropy|xentropy|xentlambda|lambdarank)/;

/**
 * Reads a model file, packed by gzip or not, finds the columns of its features and tries it. `given`: columns in the order of the
 * features. Throws a Refusal that names the field `file` or `features`.
 */
export async function checkModel(core: Core, file: Uint8Array, given?: readonly string[]): Promise<CheckedModel> {
  const original = unpacked(file);
  await refusing('file', async () => refuseCompact(original));
  const loaded = await refusing('file', () => openModel(core.module, original));
  const { predictor } = loaded;
  const use = MODEL_USES.find(({ method }) => method === predictor.info.family);
  if (!use) throw new Error(`No calculation takes models of ${predictor.info.family}`);
  await refusing('file', async () => checkPurpose(predictor));
  const { columns, isByOrder } = await refusing('features', async () =>
    mapFeatures(predictor.info, use.columns, given),
  );
  const model = await refusing('file', async () => rowModel({ id: '', name: '', sha256: '' }, predictor, columns));
  const days = (await demonstrationDays()).slice(0, TRIAL_DAYS);
  const rows = days.flatMap((day) => columns.map((column) => Number(day[column] ?? Number.NaN)));
  const answers = predictRows(model, Float64Array.from(rows));
  await refusing('file', async () => refuseUnusableTrial(answers));
  const trial = days.map((row, index) => ({ row, result: answers[index] ?? null }));
  return { ...loaded, columns, isByOrder, trial };
}

/** The compact form is what we write for browsers: its head says things that no library would, past the checks of their files. */
function refuseCompact(file: Uint8Array): void {
  if (!isCompact(file)) return;
  throw new ModelRefused(
    'Это сжатая форма модели для браузера, а не файл модели. Загрузите файл, который записала сама программа: XGBoost (JSON, UBJSON) или LightGBM (текст).',
  );
}

function refuseUnusableTrial(answers: Float64Array): void {
  const odd = answers.filter((answer) => !isUsable(answer));
  if (odd.length === 0) return;
  throw new ModelRefused(
    `На ${odd.length} из ${answers.length} пробных строк модель отвечает не величиной (${answerText(odd[0])}). Проверьте модель в исходной программе и обучите её заново.`,
  );
}

function checkPurpose(predictor: Predictor): void {
  const { objective, featureNames, hasCategories } = predictor.info;
  if (OTHER_OBJECTIVE.test(objective)) {
    throw new ModelRefused(
      `Модель обучена не предсказывать величину: её цель ${quotedName(objective)}. Загрузите модель регрессии.`,
    );
  }
  const longest = featureNames.find((name) => name.length > NAME_LIMIT);
  if (longest !== undefined) {
    throw new ModelRefused(
      `Имя признака ${quotedName(longest)} длиннее ${NAME_LIMIT} символов. Обучите модель с короткими именами и загрузите новый файл.`,
    );
  }
  checkOutputs(predictor);
  if (hasCategories) {
    throw new ModelRefused(
      'Модель ждёт категории, а в таблице только числа. Обучите её заново на числовых столбцах и загрузите новый файл.',
    );
  }
}

/** The file as the library wrote it. What a packed one becomes is counted, whatever it says of itself. */
function unpacked(file: Uint8Array): Uint8Array {
  if (file[0] !== 0x1f || file[1] !== 0x8b) return file;
  try {
    return new Uint8Array(gunzipSync(file, { maxOutputLength: MAX_MODEL_BYTES }));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
      const detail = `Распакованный файл модели больше ${MAX_MODEL_BYTES / 2 ** 20} МБ. Обучите модель меньшего размера.`;
      throw new Refusal(413, { detail, code: 'too_large', errors: [{ field: 'file', message: detail }] });
    }
    const message = 'Архив gzip повреждён или неполон. Сожмите файл модели заново и загрузите ещё раз.';
    throw faultyFields([{ field: 'file', message }]);
  }
}

async function refusing<T>(field: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ModelRefused)
      throw faultyFields([{ field, message: error.message }], { code: 'model_refused' });
    throw error;
  }
}
