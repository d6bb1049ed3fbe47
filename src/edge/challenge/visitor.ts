import type { ChallengeRequest } from './challenge-request.ts';

/** Values of `Sec-Fetch-Dest` for which the browser displays the response. */
const SHOWN = new Set(['document', 'iframe', 'frame', 'embed', 'object']);

/**
 * Whether the client is a browser that would display the response. Programs, and scripts of the site, get JSON instead.
 * Browsers send `Sec-Fetch-Dest` only over https; over http, `Accept` names HTML if the browser would display it.
 */
export function wantsPage(request: ChallengeRequest): boolean {
  if (request.header('accept')?.includes('text/html')) return true;
  return SHOWN.has(request.header('sec-fetch-dest') ?? '');
}

/** A managed challenge asks a person to act unless the headers look like those of a common browser. */
export function looksLikeABrowser(request: ChallengeRequest): boolean {
  const agent = request.header('user-agent') ?? '';
  const isDeclared = agent.includes('Headless') || !agent.startsWith('Mozilla/');
  return !isDeclared && (request.header('accept-language') ?? '') !== '';
}
