import { createHmac } from 'node:crypto';

export interface SignedCall {
  readonly id: string;
  readonly body: string;
  readonly seconds: number;
  readonly secret: string | undefined;
}

const BASE64_SECRET = /^whsec_([A-Za-z0-9+/]+={0,2})$/;

/**
 * Headers of the Standard Webhooks specification (https://www.standardwebhooks.com): the id of the delivery, which is the same
 * at every attempt, the time of the attempt, and an HMAC-SHA256 of both and the exact body. A secret that begins with `whsec_`
 * is base64, as the specification requires; any other secret is used verbatim as the key.
 */
export function webhookSignature({ id, body, seconds, secret }: SignedCall) {
  const sent = { 'webhook-id': id, 'webhook-timestamp': String(seconds) };
  if (secret === undefined) return sent;
  const encoded = BASE64_SECRET.exec(secret)?.[1];
  const key = encoded === undefined ? Buffer.from(secret) : Buffer.from(encoded, 'base64');
  const mac = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64');
  return { ...sent, 'webhook-signature': `v1,${mac}` };
}

/** Feishu's signature is the HMAC of an empty text with time and secret as the key. */
export function feishuSignature(secret: string, seconds: number) {
  const key = `${seconds}\n${secret}`;
  return {
    timestamp: String(seconds),
    sign: createHmac('sha256', key).update('').digest('base64'),
  };
}
