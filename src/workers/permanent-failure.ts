import { PalisadeError } from '../kernel/palisade-error.ts';

/** Thrown by a task that would fail in the same way however often it was tried: no more attempts. */
export class PermanentFailure extends PalisadeError {
  constructor(message: string, options?: { cause?: unknown }) {
    super('permanent_failure', message, options);
  }
}
