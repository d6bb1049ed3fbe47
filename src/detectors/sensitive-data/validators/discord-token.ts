import { randomToken } from './random-token.ts';

/** The first part is the decimal id of the account in base64. */
export function discordToken(candidate: string): boolean {
  const id = Buffer.from(candidate.slice(0, candidate.indexOf('.')), 'base64url').toString();
  return /^\d{17,20}$/.test(id) && randomToken(candidate);
}
