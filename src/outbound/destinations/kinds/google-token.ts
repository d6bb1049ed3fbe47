import { createSign } from 'node:crypto';
import { parseJson } from '../../../kernel/json.ts';
import type { GoogleCredential } from '../bucket-credentials.ts';
import { DestinationError } from '../destination-error.ts';
import { type SendOptions, sendGuarded } from '../send-guarded.ts';

const SCOPE = 'https://www.googleapis.com/auth/devstorage.read_write';
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const LIFETIME_SECONDS = 3_600;

/** A token is renewed this long before it expires, so that it does not expire in transit. */
const EARLY_MS = 60_000;

/** Access tokens of a service account, by a signed assertion (RFC 7523). */
export class GoogleToken {
  readonly #credential: GoogleCredential;
  readonly #options: SendOptions;
  #current: { readonly value: string; readonly until: number } | undefined;

  constructor(credential: GoogleCredential, options: SendOptions) {
    this.#credential = credential;
    this.#options = { ...options, readsSuccess: true };
  }

  async get(signal: AbortSignal): Promise<string> {
    const now = this.#options.clock.now();
    if (this.#current && now < this.#current.until) return this.#current.value;
    const { value, seconds } = await this.#request(now, signal);
    this.#current = { value, until: now + seconds * 1_000 - EARLY_MS };
    return value;
  }

  async #request(now: number, signal: AbortSignal): Promise<{ value: string; seconds: number }> {
    const { body } = await sendGuarded(this.#options, {
      url: this.#credential.tokenUrl,
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: String(new URLSearchParams({ grant_type: GRANT, assertion: this.#assertion(now) })),
      signal,
    });
    const json = parseJson(body.toString());
    const { access_token: value, expires_in: seconds = LIFETIME_SECONDS } = (
      json.ok && typeof json.value === 'object' ? (json.value ?? {}) : {}
    ) as { access_token?: unknown; expires_in?: unknown };
    if (typeof value === 'string' && /^[!-~]+$/.test(value) && typeof seconds === 'number') {
      return { value, seconds };
    }
    throw new DestinationError(`${this.#options.name}: the token server sent no token`);
  }

  #assertion(now: number): string {
    const { clientEmail, tokenUrl, privateKey } = this.#credential;
    const iat = Math.floor(now / 1_000);
    const claims = {
      iss: clientEmail,
      scope: SCOPE,
      aud: tokenUrl,
      iat,
      exp: iat + LIFETIME_SECONDS,
    };
    const signed = [{ alg: 'RS256', typ: 'JWT' }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    return `${signed}.${createSign('RSA-SHA256').update(signed).sign(privateKey, 'base64url')}`;
  }
}
