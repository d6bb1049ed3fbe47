import { isPlaceholder } from './placeholder.ts';

/** RFC 7617: base64 of user, colon and password, all of them printable. */
export function basicCredentials(candidate: string): boolean {
  const decoded = Buffer.from(candidate, 'base64').toString();
  const parts = /^[ -9;-~]{1,64}:([!-~]{3,128})$/.exec(decoded);
  return parts !== null && !isPlaceholder(parts[1] ?? '');
}
