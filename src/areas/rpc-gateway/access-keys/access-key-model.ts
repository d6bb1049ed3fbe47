/** A key that callers of a hostname show. Only its hash is kept. */
export interface AccessKey {
  readonly id: string;
  readonly hostnameId: string;
  readonly name: string;
  readonly keyHash: string;
  readonly createdAt: number;
}
