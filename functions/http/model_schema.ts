import { MODEL_USES } from '#core/calculations/model_use.ts';
import { answerObject, pageSchema } from './calculation_schema.ts';
import type { JsonSchema } from './route.ts';

const text = { type: 'string' };
const whole = { type: 'integer', minimum: 0 };
const flag = { type: 'boolean' };

/** Body of a form that loads a model. */
export const MODEL_FORM: JsonSchema = {
  type: 'object',
  required: ['file'],
  properties: {
    file: {
      type: 'string',
      format: 'binary',
      description: 'Файл модели XGBoost (JSON, UBJSON) или LightGBM (текст), можно сжатый gzip; не больше 4 МБ',
    },
    name: { ...text, description: 'Название; без него — имя файла' },
    features: { ...text, description: 'Список JSON: столбцы таблицы в порядке признаков модели' },
    is_active: { ...flag, description: 'Сделать модель действующей сразу' },
  },
};

/** Body that makes a model the active one. */
export const MODEL_CHANGE: JsonSchema = {
  type: 'object',
  required: ['is_active'],
  properties: { is_active: { const: true, description: 'Новые расчёты этого метода пойдут по этой модели' } },
};

/** What the OpenAPI document says of models. */
export function modelSchemas(): Record<string, JsonSchema> {
  const feature = answerObject({ name: text, column: text });
  return {
    Model: {
      type: 'object',
      description: 'Модель компании или демонстрационная; её файл не меняется',
      properties: {
        id: text,
        method: { enum: MODEL_USES.map(({ method }) => method) },
        name: text,
        file_name: text,
        sha256: { ...text, description: 'SHA-256 файла' },
        size: { ...whole, description: 'Размер файла, байт' },
        demonstration: { ...flag, description: 'Поставляется с продуктом, обучена на выдуманных данных' },
        is_active: { ...flag, description: 'По ней идут новые расчёты метода' },
        objective: text,
        trees: whole,
        depth: whole,
        features: { type: 'array', items: feature, description: 'Признаки модели и столбцы таблицы' },
        created_at: { type: 'string', format: 'date-time' },
        author: text,
      },
    },
    LoadedModel: {
      allOf: [
        { $ref: '#/components/schemas/Model' },
        answerObject({
          is_by_order: { ...flag, description: 'Имён признаков в файле нет: они взяты в порядке столбцов' },
          trial: {
            type: 'array',
            description: 'Пробный прогноз на демонстрационных сутках',
            items: answerObject({ row: { type: 'object' }, result: { type: ['number', 'null'] } }),
          },
        }),
      ],
    },
    ModelPage: pageSchema('Model'),
  };
}
