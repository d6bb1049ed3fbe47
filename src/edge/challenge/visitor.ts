import type { ChallengeRequest } from './challenge-request.ts';

/** Destinations of which the browser shows the response to a person. */
const SHOWN = new Set(['document', 'iframe', 'frame', 'embed', 'object']);

/**
 * Whether a person would see a page. Programs, and scripts of the site, get JSON instead. Browsers send the
 * destination only over https; over http, they accept HTML where they would show it.
 */
export function wantsPage(request: ChallengeRequest): boolean {
  if (request.header('accept')?.includes('text/html')) return true;
  return SHOWN.has(request.header('sec-fetch-dest') ?? '');
}

/** If the headers are not those of a common browser, a managed challenge asks a person to act. */
export function looksLikeABrowser(request: ChallengeRequest): boolean {
  const agent = request.header('user-agent') ?? '';
  const isDeclared = agent.includes('Headless') || !agent.startsWith('Mozilla/');
  return !isDeclared && (request.header('accept-language') ?? '') !== '';
}
