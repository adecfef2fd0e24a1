/** The product cannot start for a reason that its user can mend: shown as one Russian sentence, without a stack. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
