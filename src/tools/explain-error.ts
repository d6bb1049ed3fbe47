import { PalisadeError } from '../kernel/palisade-error.ts';

/** The output of a failed command: the message of an expected error, the stack of an unexpected one. */
export function explainError(error: unknown): string {
  if (error instanceof PalisadeError) return error.message;
  if (!(error instanceof Error)) return String(error);
  return error.constructor === Error ? error.message : (error.stack ?? error.message);
}
