import { isDeepStrictEqual } from 'node:util';

const SAME = '(hidden)';
const CHANGED = '(hidden, changed)';

/** The placeholder for a secret in the audit log; shows whether the secret changed. */
export function redacted(secret: unknown, before: unknown): string {
  const isSame = before === undefined || isDeepStrictEqual(secret, before);
  return isSame ? SAME : CHANGED;
}

/** Whether a value is the placeholder for a secret. Everybody knows it, so it must not become one. */
export function isPlaceholder(value: unknown): boolean {
  return value === SAME || value === CHANGED;
}
