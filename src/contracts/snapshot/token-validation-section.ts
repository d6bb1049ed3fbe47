/** The token configurations of a zone, which extract and verify the tokens of visitors. */
export interface TokenValidationSection {
  readonly configurations: readonly TokenConfigurationSnapshot[];
}

export interface TokenConfigurationSnapshot {
  readonly id: string;
  /** Expressions such as `http.request.headers["authorization"][0]`; the first with a token decides. */
  readonly sources: readonly string[];
  readonly keys: readonly TokenKey[];
}

/** A JSON Web Key (RFC 7517) that verifies tokens, identified by `alg` and `kid` together. */
export type TokenKey = RsaKey | CurveKey | SecretKey;

export interface RsaKey {
  readonly kty: 'RSA';
  readonly alg: 'RS256' | 'RS384' | 'RS512' | 'PS256' | 'PS384' | 'PS512';
  readonly kid: string;
  readonly n: string;
  readonly e: string;
}

export interface CurveKey {
  readonly kty: 'EC';
  readonly alg: 'ES256' | 'ES384';
  readonly kid: string;
  readonly crv: 'P-256' | 'P-384';
  readonly x: string;
  readonly y: string;
}

export interface SecretKey {
  readonly kty: 'oct';
  readonly alg: 'HS256' | 'HS384' | 'HS512';
  readonly kid: string;
  readonly k: string;
}

export type TokenAlgorithm = TokenKey['alg'];
