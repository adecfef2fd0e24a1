/** The product cannot start for a reason that its operator can fix; the message is Russian. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
