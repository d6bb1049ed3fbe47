const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A signed-in dashboard. It has the rights of a credential, and ends with it. */
export interface Session {
  readonly id: string;
  readonly secretHash: string;
  readonly credential: SessionCredential;
  readonly createdAt: number;
  readonly lastUsedAt: number;
}

/** The token, or the key of a user, with which the session was created. */
export interface SessionCredential {
  /** Of the token or the key. If its secret is replaced, the session has ended. */
  readonly hash: string;
  /** The user, if the credential is a key. */
  readonly userId: string | undefined;
}

/** Creates one session, within a few minutes, for whoever sends it first. */
export interface SignInCode {
  readonly hash: string;
  readonly credential: SessionCredential;
  readonly expiresAt: number;
}

export const CODE_MS = 10 * MINUTE_MS;
export const IDLE_MS = 8 * HOUR_MS;
export const LONGEST_MS = 7 * 24 * HOUR_MS;

/** When the session ends if it is not used again. */
export function endOf({ createdAt, lastUsedAt }: Session): number {
  return Math.min(createdAt + LONGEST_MS, lastUsedAt + IDLE_MS);
}
