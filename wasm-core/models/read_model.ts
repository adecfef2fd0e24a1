import { CoreMemory } from '../core_memory.ts';
import { isCompact, readCompact } from './compact_read.ts';
import type { Forest } from './forest.ts';
import { JsonDocument } from './json_document.ts';
import { readLightgbm } from './lightgbm_text.ts';
import { MAX_MODEL_BYTES } from './limits.ts';
import { ModelBytes } from './model_bytes.ts';
import { placePowersOfFive } from './powers_of_five.ts';
import { ModelRefused, modelTooLarge } from './refused.ts';
import { UbjsonDocument } from './ubjson_document.ts';
import { readXgboost } from './xgboost_model.ts';

/** Format of a model file, detected by its first bytes. */
type FileKind = 'xgboost_json' | 'xgboost_ubjson' | 'lightgbm_text';

const RESAVE = 'Сохраните модель в исходной программе: XGBoost — save_model("model.json") или save_model("model.ubj")';
const RESAVE_LIGHTGBM = 'LightGBM — save_model("model.txt")';

/**
 * Reads a model file (XGBoost JSON or UBJSON, LightGBM text, or the compact form) into the flat
 * layout.
 * `module`: the core's compiled module; the file is read in a separate memory. Throws ModelRefused
 * with a message for the user.
 */
export async function readModel(module: WebAssembly.Module, bytes: Uint8Array): Promise<Forest> {
  if (bytes.length > MAX_MODEL_BYTES) throw modelTooLarge('мегабайт в файле', MAX_MODEL_BYTES / 2 ** 20);
  if (isCompact(bytes)) return readCompact(bytes);
  const kind = kindOf(bytes);
  const memory = await takeMemory(module);
  try {
    const file = new ModelBytes(memory, bytes);
    if (kind !== 'xgboost_ubjson') placePowersOfFive(memory);
    if (kind === 'lightgbm_text') return readLightgbm(memory, file);
    const document = kind === 'xgboost_json' ? new JsonDocument(file) : new UbjsonDocument(file);
    return readXgboost(memory, document, bytes.length);
  } finally {
    if (memory.size <= KEPT_BYTES) idle.set(module, memory);
  }
}

/**
 * Memories kept for the next file: a new one costs a third of the time of a file of 3 MB.
 */
const idle = new WeakMap<WebAssembly.Module, CoreMemory>();

/** Largest memory that is kept, bytes; enough for a file of 5 MB. */
const KEPT_BYTES = 16 * 1024 * 1024;

async function takeMemory(module: WebAssembly.Module): Promise<CoreMemory> {
  const memory = idle.get(module);
  if (!memory) return CoreMemory.open(module);
  idle.delete(module);
  memory.clear();
  return memory;
}

function kindOf(bytes: Uint8Array): FileKind {
  const first = bytes.findIndex((byte) => byte > 0x20);
  const start = String.fromCharCode(...bytes.subarray(0, 16));
  if (first < 0) throw new ModelRefused('Файл модели пуст. Выберите файл модели XGBoost или LightGBM.');
  if (/^tree\r?\n/.test(start)) return 'lightgbm_text';
  // UBJSON's first key follows `{` as a length: a type letter and its bytes; a count (`#`) is never
  // written by XGBoost.
  if (bytes[0] === 0x7b && /^\{[iUIlLN$#]/.test(start)) return 'xgboost_ubjson';
  if (bytes[first] === 0x7b) return 'xgboost_json';
  throw new ModelRefused(`${whatItIs(start, bytes[first])} ${RESAVE}, ${RESAVE_LIGHTGBM} — и загрузите этот файл.`);
}

function whatItIs(start: string, first: number | undefined): string {
  if (start.startsWith('\x1f\x8b') || start.startsWith('PK\x03\x04') || start.startsWith('\x28\xb5\x2f\xfd')) {
    return 'Файл модели сжат (gzip, zip или zstd), читается только распакованный.';
  }
  if (start.startsWith('\xef\xbb\xbf')) return 'В начале файла модели стоит метка BOM: файл меняли в редакторе.';
  if (start.startsWith('\x80')) return 'Это объект Python (pickle или joblib), а не файл модели.';
  if (first === 0x5b || start.startsWith('booster['))
    return 'Это выгрузка деревьев для чтения (dump), а не файл модели.';
  return 'Это не файл модели XGBoost (JSON, UBJSON) или LightGBM (текст); старый двоичный формат XGBoost не читается.';
}
