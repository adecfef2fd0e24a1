/** The refusal of a training. The message, in Russian, names place, cause and next step. */
export class TrainingRefused extends Error {
  override readonly name = 'TrainingRefused';
  /** Stable code of the cause. */
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
