import { createHash } from 'node:crypto';
import type { ChallengeRequest, ChallengeResponse } from './challenge-request.ts';
import { PROOF_ROUNDS, seedOf } from './proof-of-work.ts';

type Headers = Readonly<Record<string, string | undefined>>;

export const browserHeaders: Headers = {
  accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
  'accept-language': 'en-GB,en;q=0.5',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/147.0.0.0',
  'sec-ch-ua': '"Chromium";v="147"',
  'sec-ch-ua-mobile': '?0',
  'sec-ch-ua-platform': '"Linux"',
};

/** A request of a browser, with the changes that a test needs. */
export function visit(
  parts: Partial<Omit<ChallengeRequest, 'header'>> = {},
  headers: Headers = {},
): ChallengeRequest {
  const all = { ...browserHeaders, ...headers };
  return {
    zoneId: 'zone-1',
    host: 'shop.example',
    method: 'GET',
    target: '/cart?item=7',
    scheme: 'https',
    clientAddress: '192.0.2.7',
    ray: '0123456789abcdef',
    ...parts,
    header: (name) => all[name],
  };
}

/** The token of a challenge page. */
export function tokenIn(page: Pick<ChallengeResponse, 'body'>): string {
  const start = page.body.indexOf('data-token="') + 'data-token="'.length;
  return page.body.slice(start, page.body.indexOf('"', start));
}

export function solve(token: string, bits: number): number[] {
  const seed = Buffer.from(seedOf(token), 'hex');
  return Array.from({ length: PROOF_ROUNDS }, (_, round) => {
    const block = Buffer.concat([seed, Buffer.alloc(8)]);
    block.writeUInt32BE(round, 32);
    for (let nonce = 0; ; nonce++) {
      block.writeUInt32BE(nonce, 36);
      const digest = createHash('sha256').update(block).digest();
      if (digest.readUInt32BE(0) >>> (32 - bits) === 0) return nonce;
    }
  });
}

/** The cookie of a response, as a browser sends it back. */
export function cookieOf(response: ChallengeResponse): string {
  return (response.headers['set-cookie'] ?? '').split(';', 1)[0] ?? '';
}
