/** A key that authorizes calls to a hostname. Only its hash is stored. */
export interface AccessKey {
  readonly id: string;
  readonly hostnameId: string;
  readonly name: string;
  readonly keyHash: string;
  readonly createdAt: number;
}
