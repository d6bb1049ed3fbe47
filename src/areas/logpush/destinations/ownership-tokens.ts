import { createHmac, timingSafeEqual } from 'node:crypto';
import type { LogScope } from '../../../contracts/shipping/shipping-job.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { derivedKey } from '../../../kernel/sealed-text.ts';
import type { DestinationAddress } from '../../../outbound/destinations/destination.ts';

const LIFETIME_SECONDS = 7 * 24 * 60 * 60;
const HEADER = encode({ alg: 'HS256', typ: 'JWT' });

/** The owner, the destination and the expiry of a token. */
interface Claims {
  readonly kind: LogScope['kind'];
  readonly id: string;
  /** The destination without its secrets, for readers of the file. */
  readonly destination_conf: string;
  readonly fingerprint: string;
  readonly exp: number;
}

/** JSON Web Tokens that are written only to the destination: a client that knows one can read the destination. */
export class OwnershipTokens {
  readonly #key: () => Buffer;
  readonly #clock: Clock;

  constructor(secret: () => string, clock: Clock) {
    this.#key = derivedKey(secret, 'logpush ownership');
    this.#clock = clock;
  }

  issue({ kind, id }: LogScope, { masked, fingerprint }: DestinationAddress): string {
    const exp = Math.floor(this.#clock.now() / 1000) + LIFETIME_SECONDS;
    const claims: Claims = { kind, id, destination_conf: masked, fingerprint, exp };
    const signed = `${HEADER}.${encode(claims)}`;
    return `${signed}.${this.#sign(signed).toString('base64url')}`;
  }

  /** Why a token is invalid for this owner and destination; undefined if it is valid. */
  problemOf(
    token: string,
    owner: LogScope,
    { fingerprint }: DestinationAddress,
  ): string | undefined {
    const claims = this.#read(token);
    if (!claims) return 'the ownership challenge was not issued by this server';
    if (claims.exp * 1000 <= this.#clock.now()) return 'the ownership challenge has expired';
    const isSame =
      claims.kind === owner.kind && claims.id === owner.id && claims.fingerprint === fingerprint;
    return isSame
      ? undefined
      : `the ownership challenge is for another destination or another ${owner.kind}`;
  }

  #read(token: string): Claims | undefined {
    const [header, claims, signature, ...more] = token.split('.');
    if (header !== HEADER || !claims || !signature || more.length > 0) return undefined;
    const expected = this.#sign(`${header}.${claims}`);
    const given = Buffer.from(signature, 'base64url');
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    // The signature is valid, so the claims have this type.
    return JSON.parse(Buffer.from(claims, 'base64url').toString('utf8'));
  }

  #sign(text: string): Buffer {
    return createHmac('sha256', this.#key()).update(text).digest();
  }
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
