import type { ChallengeResponse } from './challenge-request.ts';

/** Every way to be refused, with what the visitor reads. */
const refusals = {
  'too-large': [413, 'The answer to the challenge is too large.'],
  malformed: [400, 'The answer to the challenge could not be read.'],
  'cross-site': [403, 'A challenge can only be answered from the site itself.'],
  forged: [403, 'The challenge was not made by this site.'],
  elsewhere: [403, 'The challenge was made for another site.'],
  'other-client': [403, 'The challenge was made for another browser.'],
  expired: [403, 'The check took too long. Please try again.'],
  replayed: [403, 'This challenge was answered before. Please try again.'],
  'too-fast': [403, 'The answer came too fast. Please try again.'],
  'wrong-proof': [403, 'The answer is wrong. Please try again.'],
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
  return json(404, { success: false, detail: 'There is nothing here.' });
}

export function wrongMethod(allow: string): ChallengeResponse {
  return json(405, { success: false, detail: `Only ${allow} is taken here.` }, { allow });
}

/** Browsers read `//host/` and `/\host/` as another site; with a dot in between it is a path again. */
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
