import type { BusMessage } from '../bus/bus.ts';
import type { ChangeEvent } from '../contracts/change.ts';
import type { ScheduledJob, TaskQueue } from '../contracts/job.ts';
import type { JobProgress } from '../contracts/shipping/shipping-channel.ts';
import type { ShippingJob } from '../contracts/shipping/shipping-job.ts';
import type { SharedKind, SharedKinds } from '../contracts/snapshot/snapshot-kinds.ts';
import type { SectionName, ZoneSections } from '../contracts/snapshot/zone-snapshot.ts';
import type { Route } from '../http/route.ts';
import type { SocketRoute } from '../http/socket-route.ts';
import type { TSchema } from '../kernel/schema.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';

/** The manifest of a product area: the only part of it that `app` uses. */
export interface AreaModule {
  readonly name: string;
  readonly routes: readonly Route[];
  /** WebSockets that clients may open. */
  readonly sockets?: readonly SocketRoute[];
  readonly jobs: readonly ScheduledJob[];
  readonly queues: readonly TaskQueue[];
  /** Consumers of the bus. Every node has them, since its edge processes publish on its own bus. */
  readonly subscriptions?: readonly AreaSubscription[];
  /** Resources that a bootstrap file may contain, by their member in the file. */
  readonly bootstrap: Readonly<Record<string, BootstrapSection>>;
  readonly sections: readonly SnapshotSection[];
  readonly shared?: SharedSources;
  /** What the shipping process of a node runs. */
  readonly shipping?: ShippingSource;
  /** Called once, before jobs and queues run. */
  observe?(telemetry: Telemetry): void;
  /** Called after every committed change, of this and of other processes. */
  onChanges?(events: readonly ChangeEvent[]): void;
}

export interface AreaSubscription {
  readonly topic: string;
  /** Unique within the topic. The bus stores its position under this name. */
  readonly consumer: string;
  readonly batchSize: number;
  /** How often it looks for new messages, if seldom is enough: a transaction then covers more of them. */
  readonly pollMs?: number;
  /**
   * Resolving acknowledges the batch; after an error it is delivered again. Messages that cannot be decoded
   * must not hold up the others: they are skipped and counted as refused.
   */
  handle(
    messages: readonly BusMessage[],
    signal: AbortSignal,
  ): Promise<{ readonly refused: number }>;
}

/** Creates and updates stored resources from a bootstrap file. Applied at each start, so it must be idempotent. */
export interface BootstrapSection {
  /** Schema of one item. */
  readonly item: TSchema;
  apply(items: readonly unknown[]): Promise<void>;
}

/** Compiles stored rows into a section of the snapshots of zones. */
export interface SnapshotSection<Name extends SectionName = SectionName> {
  readonly name: Name;
  /**
   * Kinds of zone resources that the section is built from. Only changes to these kinds rebuild it; a change to a
   * resource of the account does not, since zones only refer to it.
   */
  readonly resources: readonly string[];
  /** A zone is served only after this section was built once: without it, the zone would be unprotected. */
  readonly isRequired?: boolean;
  /** The sections of these zones, or of all zones. Zones without a section are missing. */
  build(
    zoneIds: readonly string[] | 'all',
  ): Promise<ReadonlyMap<string, NonNullable<ZoneSections[Name]>>>;
}

/** Each kind has its source in one area. */
export type SharedSources = {
  readonly [Kind in SharedKind]?: SharedSource<SharedKinds[Kind]>;
};

/** Compiles stored resources that many zones share into what the edge runs beside the zones. */
export interface SharedSource<Item> {
  /** Ids of the items that a change affects. `built` are the items that the edge has; some may be deleted already. */
  touchedBy(event: ChangeEvent, built: Iterable<Item>): Promise<readonly string[]>;
  /**
   * The items with these ids, or all. A missing item was deleted or is unused. If an item is unchanged, the result
   * may contain the object from `built`, which is not sent to the edge again.
   */
  build(
    ids: readonly string[] | 'all',
    built: ReadonlyMap<string, Item>,
  ): Promise<ReadonlyMap<string, Item>>;
  /** Why an item could not be read. The edge keeps the last good item, if there is one. */
  problemOf?(item: Item): string | undefined;
  /** Whether the item acts in a zone, so that what is wrong with it is wrong with the zone. Without it: in no zone. */
  actsIn?(zone: ZoneSections, id: string, built: Iterable<Item>): boolean;
}

/** Stored log push jobs, for the shipping process of a node. */
export interface JobsOfNode {
  readonly running: readonly ShippingJob[];
  /** Ids of jobs that are disabled, or that this node cannot run. */
  readonly paused: readonly number[];
}

export interface ShippingSource {
  /** The jobs with these ids, or all. A job that is missing was deleted. */
  jobs(ids: readonly number[] | 'all'): Promise<JobsOfNode>;
  /** Ids of the jobs that a change affects; some may be deleted already. */
  touchedBy(event: ChangeEvent): readonly number[];
  /**
   * Stores the progress of a node's jobs. A job that failed for a day without delivering anything is disabled. Progress
   * of deleted jobs is ignored.
   */
  record(node: string, progress: readonly JobProgress[]): Promise<void>;
}
