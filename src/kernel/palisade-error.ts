/**
 * The base of every error this project throws on purpose. `code` is stable and meant for programs;
 * the message is meant for people and contains the remedy.
 */
export class PalisadeError extends Error {
  readonly code: string;

  constructor(code: string, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = new.target.name;
    this.code = code;
  }
}

/** One line about anything that was thrown, for logs and messages. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // If a name has several addresses, and none accepts a connection, only the parts have a message.
  const isEmptyList = error instanceof AggregateError && error.message === '';
  return isEmptyList ? error.errors.map(describeError).join('; ') : error.message;
}
