import { isDeepStrictEqual } from 'node:util';

/** The placeholder for a secret in the audit log; shows whether the secret changed. */
export function redacted(secret: unknown, before: unknown): string {
  const isSame = before === undefined || isDeepStrictEqual(secret, before);
  return isSame ? '(hidden)' : '(hidden, changed)';
}
