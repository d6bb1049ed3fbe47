/** A time range in which a policy notifies nobody. The start is part of it, the end is not. */
export interface Silence {
  readonly id: string;
  readonly accountId: string;
  readonly policyId: string;
  readonly startAt: number;
  readonly endAt: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}
