import type { TSchema } from 'typebox';
import type { ChangeEvent } from '../contracts/change.ts';
import type { ScheduledJob, TaskQueue } from '../contracts/job.ts';
import type { SectionName, ZoneSections } from '../contracts/snapshot/zone-snapshot.ts';
import type { Route } from '../http/route.ts';

/** The public door of a product area: all that the rest of the system knows of it. */
export interface AreaModule {
  readonly name: string;
  readonly routes: readonly Route[];
  readonly jobs: readonly ScheduledJob[];
  readonly queues: readonly TaskQueue[];
  /** Resources that a bootstrap file may hold, by their member in the file. */
  readonly bootstrap: Readonly<Record<string, BootstrapSection>>;
  readonly sections: readonly SnapshotSection[];
  /** Told about every committed change, of this and other processes, after it happened. */
  onChanges?(events: readonly ChangeEvent[]): void;
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
  /** The sections of these zones, or of all zones. Zones without one are left out. */
  build(
    zoneIds: readonly string[] | 'all',
  ): Promise<ReadonlyMap<string, NonNullable<ZoneSections[Name]>>>;
}
