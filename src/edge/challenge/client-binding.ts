import { createHash } from 'node:crypto';
import type { ChallengeRequest } from './challenge-request.ts';

/** The site and the browser that a token or a clearance is valid for, as digests. */
export interface Binding {
  readonly site: string;
  readonly client: string;
}

/**
 * Only client hints that browsers send with the first request. Hints that an origin asks for later (`Accept-CH`)
 * would invalidate a clearance in the middle of a visit.
 */
const CLIENT_HEADERS = [
  'user-agent',
  'sec-ch-ua',
  'sec-ch-ua-mobile',
  'sec-ch-ua-platform',
  'accept-language',
];

export function bindingOf(request: ChallengeRequest): Binding {
  const client = CLIENT_HEADERS.map((name) => request.header(name) ?? null);
  return { site: digest([request.zoneId, request.host]), client: digest(client) };
}

/** 96 bits of SHA-256. JSON delimits the parts and distinguishes absent parts (null) from empty ones. */
function digest(parts: readonly (string | null)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 16);
}
