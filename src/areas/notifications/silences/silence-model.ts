/** A time range in which a policy sends nothing. The start is inclusive, the end exclusive. */
export interface Silence {
  readonly id: string;
  readonly accountId: string;
  readonly policyId: string;
  readonly startAt: number;
  readonly endAt: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}
