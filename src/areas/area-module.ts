import type { TSchema } from 'typebox';
import type { BusMessage } from '../bus/bus.ts';
import type { ChangeEvent } from '../contracts/change.ts';
import type { ScheduledJob, TaskQueue } from '../contracts/job.ts';
import type { PoolSnapshot } from '../contracts/snapshot/load-balancing-section.ts';
import type { SectionName, ZoneSections } from '../contracts/snapshot/zone-snapshot.ts';
import type { Route } from '../http/route.ts';

/** The manifest of a product area: the only part of it that `app` uses. */
export interface AreaModule {
  readonly name: string;
  readonly routes: readonly Route[];
  readonly jobs: readonly ScheduledJob[];
  readonly queues: readonly TaskQueue[];
  /** Consumers of the bus. Every node has them, since its edge processes publish on its own bus. */
  readonly subscriptions?: readonly AreaSubscription[];
  /** Resources that a bootstrap file may contain, by their member in the file. */
  readonly bootstrap: Readonly<Record<string, BootstrapSection>>;
  readonly sections: readonly SnapshotSection[];
  /** Pools, which load balancers of many zones share. */
  readonly pools?: PoolSource;
  /** Called after every committed change, of this and of other processes. */
  onChanges?(events: readonly ChangeEvent[]): void;
}

export interface AreaSubscription {
  readonly topic: string;
  /** Unique within the topic. The bus stores its position under this name. */
  readonly consumer: string;
  readonly batchSize: number;
  /**
   * Resolving acknowledges the batch; after an error it is delivered again. Messages that cannot be decoded
   * must not hold up the others: they are skipped and counted as refused.
   */
  handle(
    messages: readonly BusMessage[],
    signal: AbortSignal,
  ): Promise<{ readonly refused: number }>;
}

/** Creates and updates stored resources as the file says. Applied at each start, so it must be idempotent. */
export interface BootstrapSection {
  /** Schema of one item. */
  readonly item: TSchema;
  apply(items: readonly unknown[]): Promise<void>;
}

/** Compiles stored rows into what the edge runs. */
export interface SnapshotSection<Name extends SectionName = SectionName> {
  readonly name: Name;
  /** Kinds of resources that it is made from. A change to another kind does not rebuild it. */
  readonly resources: readonly string[];
  /** The sections of these zones, or of all zones. Zones without a section are missing. */
  build(
    zoneIds: readonly string[] | 'all',
  ): Promise<ReadonlyMap<string, NonNullable<ZoneSections[Name]>>>;
}

/** Compiles stored pools and their health into what the edge runs. */
export interface PoolSource {
  /** Ids of the pools that a change affects. `built` are the pools that the edge has; some may be deleted already. */
  touchedBy(event: ChangeEvent, built: Iterable<PoolSnapshot>): Promise<readonly string[]>;
  build(poolIds: readonly string[] | 'all'): Promise<ReadonlyMap<string, PoolSnapshot>>;
}
