import { PalisadeError } from '../kernel/palisade-error.ts';

/** What a command prints when it fails: our own errors explain themselves, for others the stack helps. */
export function explainError(error: unknown): string {
  if (error instanceof PalisadeError) return error.message;
  if (!(error instanceof Error)) return String(error);
  return error.constructor === Error ? error.message : (error.stack ?? error.message);
}
