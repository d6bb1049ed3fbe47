import {
  constants,
  createHmac,
  createPublicKey,
  createSecretKey,
  type KeyObject,
  timingSafeEqual,
  verify,
} from 'node:crypto';
import type {
  TokenAlgorithm,
  TokenKey,
} from '../../contracts/snapshot/token-validation-section.ts';
import { PalisadeError } from '../../kernel/palisade-error.ts';

/** A key that is ready to verify signatures, with its own algorithm only. */
export interface VerifyingKey {
  readonly alg: TokenAlgorithm;
  readonly kid: string;
  /** Whether `signature` was made for `signed` with the matching private key, or with the same secret. */
  verifies(signed: Buffer, signature: Buffer): boolean;
}

/** The problem of a key, and the member at fault. */
export class TokenKeyError extends PalisadeError {
  readonly member: string;

  constructor(member: string, problem: string) {
    super('token_key_invalid', problem);
    this.member = member;
  }
}

interface AlgorithmEntry {
  readonly hash: 'sha256' | 'sha384' | 'sha512';
  readonly kind: 'pkcs1' | 'pss' | 'ecdsa' | 'hmac';
  /** Bytes of the hash: the length of a salt, and the shortest secret (RFC 7518, section 3.2). */
  readonly bytes: number;
  readonly curve?: 'P-256' | 'P-384';
}

/** RFC 7518, section 3.1. `none` is not among them. */
const algorithms: Readonly<Record<TokenAlgorithm, AlgorithmEntry>> = {
  RS256: { kind: 'pkcs1', hash: 'sha256', bytes: 32 },
  RS384: { kind: 'pkcs1', hash: 'sha384', bytes: 48 },
  RS512: { kind: 'pkcs1', hash: 'sha512', bytes: 64 },
  PS256: { kind: 'pss', hash: 'sha256', bytes: 32 },
  PS384: { kind: 'pss', hash: 'sha384', bytes: 48 },
  PS512: { kind: 'pss', hash: 'sha512', bytes: 64 },
  ES256: { kind: 'ecdsa', hash: 'sha256', bytes: 32, curve: 'P-256' },
  ES384: { kind: 'ecdsa', hash: 'sha384', bytes: 48, curve: 'P-384' },
  HS256: { kind: 'hmac', hash: 'sha256', bytes: 32 },
  HS384: { kind: 'hmac', hash: 'sha384', bytes: 48 },
  HS512: { kind: 'hmac', hash: 'sha512', bytes: 64 },
};

/** RFC 7518, section 3.3, requires the minimum; above the maximum a verification takes too long. */
const RSA_BITS = { least: 2048, most: 4096 };
/** The time of a verification grows with the exponent. */
const LARGEST_EXPONENT = 0xffff_ffffn;

/** Throws a `TokenKeyError` if the key is unusable. */
export function importTokenKey(key: TokenKey): VerifyingKey {
  const { alg, kid } = key;
  const entry = algorithms[alg];
  const verifies = key.kty === 'oct' ? hmacTest(key.k, entry) : signatureTest(key, entry);
  return { alg, kid, verifies };
}

function hmacTest(k: string, { hash, bytes }: AlgorithmEntry): VerifyingKey['verifies'] {
  const secret = Buffer.from(k, 'base64url');
  if (secret.length < bytes) {
    throw new TokenKeyError('k', `the secret must have at least ${bytes} bytes, in base64url`);
  }
  if (secret.every((byte) => byte === secret[0])) {
    throw new TokenKeyError('k', 'the secret is one repeated byte, so anybody can guess it');
  }
  const key = createSecretKey(secret);
  return (signed, signature) => {
    const expected = createHmac(hash, key).update(signed).digest();
    return signature.length === expected.length && timingSafeEqual(signature, expected);
  };
}

function signatureTest(
  key: Exclude<TokenKey, { kty: 'oct' }>,
  { kind, hash, bytes, curve }: AlgorithmEntry,
): VerifyingKey['verifies'] {
  if (key.kty === 'EC' && key.crv !== curve) {
    throw new TokenKeyError('crv', `the curve of ${key.alg} is ${curve}`);
  }
  const imported = publicKeyOf(key);
  if (key.kty === 'RSA') checkRsa(imported);
  const padding =
    kind === 'pss'
      ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: bytes }
      : { padding: constants.RSA_PKCS1_PADDING };
  const input =
    kind === 'ecdsa'
      ? ({ key: imported, dsaEncoding: 'ieee-p1363' } as const)
      : { key: imported, ...padding };
  return (signed, signature) => verify(hash, signed, input, signature);
}

function publicKeyOf(key: Exclude<TokenKey, { kty: 'oct' }>): KeyObject {
  try {
    return createPublicKey({ key: { ...key }, format: 'jwk' });
  } catch {
    const [member, what] =
      key.kty === 'RSA' ? ['n', 'modulus and exponent'] : ['x', `a point of ${key.crv}`];
    throw new TokenKeyError(member, `expected ${what} in base64url`);
  }
}

function checkRsa(key: KeyObject): void {
  const { modulusLength = 0, publicExponent = 0n } = key.asymmetricKeyDetails ?? {};
  if (modulusLength < RSA_BITS.least || modulusLength > RSA_BITS.most) {
    const problem = `an RSA key must have ${RSA_BITS.least} to ${RSA_BITS.most} bits, and this one has ${modulusLength}`;
    throw new TokenKeyError('n', problem);
  }
  if (publicExponent < 3n || publicExponent > LARGEST_EXPONENT || publicExponent % 2n === 0n) {
    throw new TokenKeyError('e', 'the exponent must be odd, at least 3 and at most 32 bits long');
  }
}
