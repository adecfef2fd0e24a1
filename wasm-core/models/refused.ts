/**
 * A model file that is not accepted: the message, in Russian, names the thing, the reason and the
 * next step.
 */
export class ModelRefused extends Error {
  override readonly name = 'ModelRefused';
}

/**
 * The file is not what it claims to be: damaged, cut off or changed by hand. `what` names the first
 * such place.
 */
export function corrupt(what: string): ModelRefused {
  return new ModelRefused(
    `Файл модели повреждён или неполон: ${what}. Сохраните модель заново методом save_model() и загрузите новый файл.`,
  );
}

/** The file is sound, but asks for something that the core does not compute. */
export function unsupportedModel(what: string, next: string): ModelRefused {
  return new ModelRefused(`Модель не поддерживается: ${what}. ${next}`);
}

/** The file asks for more than the limits of `limits.ts`. */
export function modelTooLarge(what: string, limit: number): ModelRefused {
  return new ModelRefused(
    `Модель слишком велика: ${what} больше ${limit.toLocaleString('ru-RU')}. Обучите модель меньшего размера.`,
  );
}

/** Text of the file for a message: short, without line breaks. */
export function quotedName(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return `«${line.length > 40 ? `${line.slice(0, 40)}…` : line}»`;
}
