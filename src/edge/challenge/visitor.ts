import type { ChallengeRequest } from './challenge-request.ts';

/** Values of `Sec-Fetch-Dest` for which the browser displays the response. */
const SHOWN = new Set(['document', 'iframe', 'frame', 'embed', 'object']);

/**
 * Whether a person would see a page. Programs, and scripts of the site, get JSON instead. Browsers send the
 * destination only over https; over http, they accept HTML where they would show it.
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
