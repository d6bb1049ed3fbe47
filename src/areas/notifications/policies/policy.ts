import type { MechanismType } from '../delivery/channel.ts';

/** A stored notification policy with all defaults filled in. */
export interface Policy {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly description: string;
  readonly enabled: boolean;
  readonly alertType: string;
  /** Texts by the key of the filter, without empty lists. Values that exist in any case of letters are in that of the catalog. */
  readonly filters: Readonly<Record<string, readonly string[]>>;
  readonly mechanisms: readonly Mechanism[];
  /** How long the policy waits before it tells of the same subject again. */
  readonly intervalMs: number | undefined;
}

export interface Mechanism {
  readonly type: MechanismType;
  /** The address of a mail, or the id of a destination. */
  readonly id: string;
}
