import { isDeepStrictEqual } from 'node:util';

/** Stands for a secret where changes are kept; says when it is another one than before. */
export function redacted(secret: unknown, before: unknown): string {
  const isSame = before === undefined || isDeepStrictEqual(secret, before);
  return isSame ? '(hidden)' : '(hidden, changed)';
}
