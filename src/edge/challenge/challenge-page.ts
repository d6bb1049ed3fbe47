import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ChallengeKind } from './challenge-kind.ts';
import type { ChallengeRequest, ChallengeResponse } from './challenge-request.ts';
import type { ChallengeToken } from './challenge-token.ts';
import { PROOF_ROUNDS, seedOf } from './proof-of-work.ts';
import { CONFIRM_AFTER_MS } from './solution.ts';

const client = (name: string) =>
  readFileSync(new URL(`./client/${name}`, import.meta.url), 'utf8').trim();
const script = client('page.js');
const style = client('page.css');
const worker = client('worker.js');

const hashSource = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`;

const PAGE_POLICY = [
  "default-src 'none'",
  `script-src ${hashSource(script)}`,
  `style-src ${hashSource(style)}`,
  "worker-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  // Against clickjacking by other sites.
  "frame-ancestors 'self'",
].join('; ');

/** The URL changes with the content of the script, so that browsers can cache the script. */
const WORKER_URL = `/cdn-cgi/challenge/worker.js?v=${hash('sha256', worker, 'hex').slice(0, 16)}`;

export const workerScript: ChallengeResponse = {
  kind: 'fixed',
  status: 200,
  headers: {
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=86400',
    'content-security-policy': "default-src 'none'",
    'x-content-type-options': 'nosniff',
  },
  body: worker,
};

/** Clients other than browsers cannot solve a challenge, so they get an explanation as JSON. */
export function jsonRefusal(request: ChallengeRequest, kind: ChallengeKind): ChallengeResponse {
  const body = JSON.stringify({
    status: 403,
    title: 'Challenge required',
    detail:
      'This site requires a solved challenge: open one of its pages in a browser, then repeat the request with the cookies of that browser.',
    challenge: kind,
    ray: request.ray,
  });
  return refusal('application/json', body);
}

export function challengePage(
  request: ChallengeRequest,
  token: ChallengeToken,
  tokenText: string,
): ChallengeResponse {
  const body = html(request, token, tokenText);
  const response = refusal('text/html; charset=utf-8', body);
  return { ...response, headers: { ...response.headers, 'content-security-policy': PAGE_POLICY } };
}

function refusal(contentType: string, body: string): ChallengeResponse {
  return {
    kind: 'fixed',
    status: 403,
    headers: {
      'content-type': contentType,
      'cache-control': 'no-store',
      // Lets scripts of the site recognise a response that does not come from the origin.
      'cf-mitigated': 'challenge',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    },
    body,
  };
}

function modeOf({ kind, interactive }: ChallengeToken): string {
  if (interactive) return 'interactive';
  return kind === 'managed_challenge' ? 'managed' : 'silent';
}

const isReplayed = (method: string) => method === 'GET' || method === 'HEAD';

function html(request: ChallengeRequest, token: ChallengeToken, tokenText: string): string {
  const host = escapeHtml(request.host);
  const replay = isReplayed(request.method) ? 'get' : 'explain';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>One moment – ${host}</title>
<style>${style}</style>
</head>
<body>
<main id="challenge" data-token="${tokenText}" data-seed="${seedOf(tokenText)}" data-rounds="${PROOF_ROUNDS}" data-bits="${token.proofBits}" data-mode="${modeOf(token)}" data-replay="${replay}" data-worker="${WORKER_URL}">
<p class="host">${host}</p>
<h1 id="title">One moment, please</h1>
<noscript><p>This check needs JavaScript. Turn it on and load the page again.</p></noscript>
<div class="now">
<div id="spinner" class="spinner" aria-hidden="true" hidden></div>
<p id="status" role="status"></p>
</div>
<div id="person" class="person" data-confirm-after="${CONFIRM_AFTER_MS}" hidden>
<label><input type="checkbox" id="box" autocomplete="off"> I am a person</label>
<button type="button" id="confirm" aria-disabled="true" aria-describedby="status">Continue</button>
</div>
<button type="button" id="next" hidden></button>
<footer>
<p>This site checks visitors before it lets them in. Nothing is sent to anybody else.</p>
<p>If you cannot get through, send this id to the site’s owner: Ray&nbsp;<code>${escapeHtml(request.ray)}</code></p>
</footer>
</main>
<script type="module">${script}</script>
</body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
