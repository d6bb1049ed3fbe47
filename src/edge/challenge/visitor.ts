import type { ChallengeRequest } from './challenge-request.ts';

/** Where a browser shows what it gets; everywhere else nobody would see a page. */
const SHOWN = new Set(['document', 'iframe', 'frame', 'embed', 'object']);

/**
 * Whoever can show a page says so; programs and scripts of the site, which could do nothing with one, get
 * JSON. Browsers name the destination over https only, and ask for HTML wherever they would show it.
 */
export function wantsPage(request: ChallengeRequest): boolean {
  if (request.header('accept')?.includes('text/html')) return true;
  return SHOWN.has(request.header('sec-fetch-dest') ?? '');
}

/** A managed challenge asks a person to act where even the headers are not those of a common browser. */
export function looksLikeABrowser(request: ChallengeRequest): boolean {
  const agent = request.header('user-agent') ?? '';
  const isDeclared = agent.includes('Headless') || !agent.startsWith('Mozilla/');
  return !isDeclared && (request.header('accept-language') ?? '') !== '';
}
