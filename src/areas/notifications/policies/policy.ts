import type { MechanismType } from '../delivery/channel.ts';

/** A stored notification policy with all defaults filled in. */
export interface Policy {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly description: string;
  readonly enabled: boolean;
  readonly alertType: string;
  /** Texts by the key of the filter, without empty lists. Case-insensitive values have the case of the catalog. */
  readonly filters: Readonly<Record<string, readonly string[]>>;
  readonly mechanisms: readonly Mechanism[];
  /** Minimum time between two messages about the same subject. */
  readonly intervalMs: number | undefined;
}

export interface Mechanism {
  readonly type: MechanismType;
  /** The address of a mail, or the id of a destination. */
  readonly id: string;
}
