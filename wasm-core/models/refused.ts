/**
 * The refusal of a model file. The message, in Russian, names the fault, its cause and the next
 * step.
 */
export class ModelRefused extends Error {
  override readonly name = 'ModelRefused';
}

/**
 * The refusal of a damaged, truncated or edited file. `what` names the first damaged part, in
 * Russian.
 */
export function corrupt(what: string): ModelRefused {
  return new ModelRefused(
    `Файл модели повреждён или неполон: ${what}. Сохраните модель заново методом save_model() и загрузите новый файл.`,
  );
}

/** The refusal of a valid file with a feature that the core does not compute. */
export function unsupportedModel(what: string, next: string): ModelRefused {
  return new ModelRefused(`Модель не поддерживается: ${what}. ${next}`);
}

/** The refusal of a file that exceeds a limit of `limits.ts`. */
export function modelTooLarge(what: string, limit: number): ModelRefused {
  return new ModelRefused(
    `Модель слишком велика: ${what} больше ${limit.toLocaleString('ru-RU')}. Обучите модель меньшего размера.`,
  );
}

/** Text of the file for a message: truncated, without line breaks, in quotes. */
export function quotedName(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return `«${line.length > 40 ? `${line.slice(0, 40)}…` : line}»`;
}
