import { createHash } from 'node:crypto';
import type { ChallengeRequest } from './challenge-request.ts';

/** Whom a token or a clearance is for: of no use on another site or with another browser. */
export interface Binding {
  readonly place: string;
  readonly client: string;
}

/**
 * Only hints that browsers send from the first request on. Those that an origin asks for later
 * (`Accept-CH`) would end a clearance in the middle of a visit.
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
  return { place: digest([request.zoneId, request.host]), client: digest(client) };
}

/** 96 bits; JSON keeps neighbouring parts apart, and what is absent from what is empty. */
function digest(parts: readonly (string | null)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 16);
}
