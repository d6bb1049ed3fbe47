import type { ChallengeResponse } from './challenge-request.ts';

/** The reasons to refuse a solution, with the text for the visitor. */
const refusals = {
  'too-large': [413, 'The solution of the challenge is too large.'],
  malformed: [400, 'The solution of the challenge is malformed.'],
  'cross-site': [403, 'A challenge can only be solved on the site itself.'],
  forged: [403, 'The challenge was not made by this site.'],
  'other-site': [403, 'The challenge was made for another site.'],
  'other-client': [403, 'The challenge was made for another browser.'],
  expired: [403, 'The check took too long. Please try again.'],
  replayed: [403, 'This challenge was used before. Please try again.'],
  'too-easy': [403, 'Your network was checked very often. Please try again.'],
  'too-fast': [403, 'The solution came too fast. Please try again.'],
  'wrong-proof': [403, 'The solution is wrong. Please try again.'],
  'needs-person': [403, 'A person has to confirm. Please try again.'],
} as const satisfies Record<string, readonly [status: number, detail: string]>;

export type Refusal = keyof typeof refusals;

export function solvedResponse(cookie: string, target: string): ChallengeResponse {
  return json(200, { success: true, target: sameSite(target) }, { 'set-cookie': cookie });
}

export function refusedResponse(reason: Refusal): ChallengeResponse {
  const [status, detail] = refusals[reason];
  return json(status, { success: false, reason, detail });
}

export function notFound(): ChallengeResponse {
  return json(404, { success: false, detail: 'Not found.' });
}

export function wrongMethod(allow: string): ChallengeResponse {
  return json(405, { success: false, detail: `Only ${allow} is allowed here.` }, { allow });
}

/** Browsers take `//host/` and `/\host/` for another site. `/.//host/` is a path of this one. */
function sameSite(target: string): string {
  return target[1] === '/' || target[1] === '\\' ? `/.${target}` : target;
}

function json(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): ChallengeResponse {
  return {
    kind: 'fixed',
    status,
    headers: {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...headers,
    },
    body: JSON.stringify(body),
  };
}
