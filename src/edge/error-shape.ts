import { PalisadeError } from '../kernel/palisade-error.ts';

/** What a log line says of an error. */
export interface ErrorShape {
  readonly type: string;
  readonly code?: string;
  readonly stack: string;
}

/**
 * An error as it may be logged where it can stem from what a visitor or an origin sent. Messages that
 * are not ours repeat what they complain about (V8 quotes JSON, Node header values): of those, kind
 * and place are kept.
 */
export function errorShape(error: unknown): PalisadeError | ErrorShape {
  if (error instanceof PalisadeError) return error;
  if (!(error instanceof Error)) return { type: typeof error, stack: '' };
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    ...(typeof code === 'string' && { code }),
    stack: framesOf(error),
  };
}

/** A stack begins with the message, whose lines may look like frames. */
function framesOf({ message, stack = '' }: Error): string {
  const start = stack.indexOf(message);
  if (start === -1) return '';
  const lines = stack.slice(start + message.length).split('\n');
  return lines.filter((line) => /^\s+at /.test(line)).join('\n');
}
