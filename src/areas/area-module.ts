import type { TSchema } from 'typebox';
import type { BusMessage } from '../bus/bus.ts';
import type { ChangeEvent } from '../contracts/change.ts';
import type { ScheduledJob, TaskQueue } from '../contracts/job.ts';
import type { PoolSnapshot } from '../contracts/snapshot/load-balancing-section.ts';
import type { SectionName, ZoneSections } from '../contracts/snapshot/zone-snapshot.ts';
import type { Route } from '../http/route.ts';

/** The public door of a product area: all that the rest of the system knows of it. */
export interface AreaModule {
  readonly name: string;
  readonly routes: readonly Route[];
  readonly jobs: readonly ScheduledJob[];
  readonly queues: readonly TaskQueue[];
  /** What it takes from the bus. Every node reads its own, since edges write where they run. */
  readonly subscriptions?: readonly AreaSubscription[];
  /** Resources that a bootstrap file may hold, by their member in the file. */
  readonly bootstrap: Readonly<Record<string, BootstrapSection>>;
  readonly sections: readonly SnapshotSection[];
  /** Pools that load balancers of many zones share. */
  readonly pools?: PoolSource;
  /** Told about every committed change, of this and other processes, after it happened. */
  onChanges?(events: readonly ChangeEvent[]): void;
}

export interface AreaSubscription {
  readonly topic: string;
  /** Unique within the topic; where it stopped is kept under this name. */
  readonly consumer: string;
  readonly batchSize: number;
  /**
   * Resolving acknowledges the batch, throwing brings it again later. Messages that cannot be
   * understood must not hold up the others: they are left out and counted as refused.
   */
  handle(
    messages: readonly BusMessage[],
    signal: AbortSignal,
  ): Promise<{ readonly refused: number }>;
}

/** Brings stored resources to what the file says. Applied at each start, so it must be idempotent. */
export interface BootstrapSection {
  /** Schema of one item. */
  readonly item: TSchema;
  apply(items: readonly unknown[]): Promise<void>;
}

/** Compiles stored rows into what the edge runs. */
export interface SnapshotSection<Name extends SectionName = SectionName> {
  readonly name: Name;
  /** Kinds of resources it is made from: a change to another kind leaves it as it is. */
  readonly resources: readonly string[];
  /** The sections of these zones, or of all zones. Zones without one are left out. */
  build(
    zoneIds: readonly string[] | 'all',
  ): Promise<ReadonlyMap<string, NonNullable<ZoneSections[Name]>>>;
}

/** Compiles stored pools, and what is known of their health, into what the edge runs. */
export interface PoolSource {
  /** Ids of pools that a change touches. `built` are those the edge has: some may be gone from the store. */
  touchedBy(event: ChangeEvent, built: Iterable<PoolSnapshot>): Promise<readonly string[]>;
  build(poolIds: readonly string[] | 'all'): Promise<ReadonlyMap<string, PoolSnapshot>>;
}
