import { isPlaceholder } from './placeholder.ts';

/** Placeholders for passwords in documentation. */
const wellKnown = new Set(['pass', 'passwd', 'pwd', 'pw', 'secret', 'user', 'test', 'foo', 'bar']);

/** `scheme://user:password@host` with a password that is not a placeholder. */
export function urlPassword(candidate: string): boolean {
  const parts = /:\/\/([^:/]*):([^@]+)@/.exec(candidate);
  if (parts === null) return false;
  const [, user, password = ''] = parts;
  return (
    password.length >= 3 &&
    password !== user &&
    !wellKnown.has(password.toLowerCase()) &&
    !isPlaceholder(password)
  );
}
