import * as z from 'zod/mini';
import { pageSchema } from './page_schema.ts';
import { count, described, instant, type Wire } from './wire.ts';

const featureSchema = z.object({ name: z.string(), column: z.string() });

/** A model on the wire. It is immutable: another file is another model. */
export const modelSchema = described(
  z.object({
    id: z.string(),
    method: described(z.string(), 'Метод расчёта, который берёт модель: xgboost или lightgbm'),
    name: z.string(),
    file_name: z.string(),
    sha256: described(z.string(), 'SHA-256 файла'),
    size: described(count(), 'Размер файла, байт'),
    demonstration: described(z.boolean(), 'Поставляется с продуктом, обучена на выдуманных данных'),
    is_active: described(z.boolean(), 'По ней идут новые расчёты метода'),
    objective: z.string(),
    trees: count(),
    depth: count(),
    features: described(z.array(featureSchema), 'Признаки модели и столбцы таблицы'),
    created_at: instant(),
    author: described(z.string(), 'Кто загрузил; у демонстрационных пусто'),
  }),
  'Модель компании или демонстрационная; её файл не меняется',
);

export type Model = Wire<typeof modelSchema>;

export const modelPageSchema = pageSchema(modelSchema);

/** A demonstration day and the model's prediction for it; null: the model predicts nothing. */
const trialDaySchema = z.object({
  row: z.record(z.string(), z.nullable(z.union([z.number(), z.string()]))),
  result: z.nullable(z.number()),
});

/** Response to the upload of a model. */
export const loadedModelSchema = z.extend(modelSchema, {
  is_by_order: described(z.boolean(), 'Имён признаков в файле нет: они взяты в порядке столбцов'),
  trial: described(z.array(trialDaySchema), 'Пробный прогноз на демонстрационных сутках'),
});

export type LoadedModel = Wire<typeof loadedModelSchema>;

/** Body that makes a model the active one of its method. */
export const modelChoiceSchema = z.object({
  is_active: described(z.literal(true), 'Новые расчёты этого метода пойдут по этой модели'),
});

/** The model that computed a result; stored with the result and never changed. */
export const modelReferenceSchema = described(
  z.object({ id: z.string(), name: z.string(), sha256: z.string() }),
  'Модель, которой вычислены строки; её файл не меняется',
);

export type ModelReference = Wire<typeof modelReferenceSchema>;
