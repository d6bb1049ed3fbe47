import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FunctionDefinition } from '../function-definition.ts';
import { BOOL } from '../value-type.ts';

/**
 * `is_timed_hmac_valid_v0("key", http.request.uri, 3600, http.request.timestamp.sec, 8)` accepts
 * `/cat.jpg?verify=1484063787-IaLGSmELTvlhfd0ItdN6PhhHTFhzx…`: message, separator of 8 bytes, ten digits
 * of time, a hyphen, and the MAC of message and time in Base64, URL-encoded.
 */
export const isTimedHmacValidV0: FunctionDefinition = {
  name: 'is_timed_hmac_valid_v0',
  description:
    'True when the message carries a valid SHA-256 HMAC that is not older than ttl seconds. Option s: URL-safe Base64.',
  parameters: [
    { name: 'key', types: ['String'], kind: 'either' },
    { name: 'messageMac', types: ['String'], kind: 'field' },
    { name: 'ttl', types: ['Int'], kind: 'literal' },
    { name: 'now', types: ['Int'], kind: 'either' },
    { name: 'separatorLength', types: ['Int'], kind: 'literal', optional: true },
    { name: 'options', types: ['String'], kind: 'literal', optional: true },
  ],
  result: () => BOOL,
  complain: (args, index) => {
    if (index === 4 && Number(args[4]?.literal) < 0) return 'expected 0 or more';
    return index === 5 && !['s', ''].includes(String(args[5]?.literal))
      ? 'expected "s"'
      : undefined;
  },
  prepare: () => isValid,
};

function isValid(
  key: string,
  messageMac: string,
  ttl: number,
  now: number,
  separatorLength = 0,
  options = '',
): boolean {
  const token = readToken(messageMac, options === 's');
  if (!token || separatorLength > token.before.length) return false;
  if (now >= Number(token.timestamp) + ttl) return false;
  const message = token.before.slice(0, token.before.length - separatorLength);
  const expected = createHmac('sha256', Buffer.from(key, 'latin1'))
    .update(Buffer.from(message + token.timestamp, 'latin1'))
    .digest();
  return timingSafeEqual(token.mac, expected);
}

/** The MAC has 32 bytes, so its Base64 has a known length and is matched from the end; it may contain hyphens. */
const TOKEN = {
  encoded: /([0-9]{10})-((?:[A-Za-z0-9+/]|%2[BbFf]){43}(?:=|%3[Dd])?)$/,
  urlSafe: /([0-9]{10})-([A-Za-z0-9_-]{43})=?$/,
};

function readToken(text: string, urlSafe: boolean) {
  const tail = text.slice(-160);
  const match = (urlSafe ? TOKEN.urlSafe : TOKEN.encoded).exec(tail);
  if (!match) return undefined;
  const [whole, timestamp = '', base64 = ''] = match;
  const mac = Buffer.from(urlSafe ? base64 : decodeURIComponent(base64), 'base64');
  if (mac.length !== 32) return undefined;
  return { before: text.slice(0, text.length - whole.length), timestamp, mac };
}
