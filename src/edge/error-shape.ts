import { PalisadeError } from '../kernel/palisade-error.ts';

/** The part of an error that may be logged. */
export interface ErrorShape {
  readonly type: string;
  readonly code?: string;
  readonly stack: string;
}

/**
 * An error without its message. Data of a visitor or an origin may have caused the error, and messages of V8 and Node
 * quote such data (JSON, header values), which may be secret. Messages of Palisade do not.
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

/** A stack starts with the message, and a line of the message may look like a stack frame. */
function framesOf({ message, stack = '' }: Error): string {
  const start = stack.indexOf(message);
  if (start === -1) return '';
  const lines = stack.slice(start + message.length).split('\n');
  return lines.filter((line) => /^\s+at /.test(line)).join('\n');
}
