import { join } from 'node:path';
import type { AreaModule, SharedSources } from '../../areas/area-module.ts';
import { emptySnapshot, type SnapshotUpdate } from '../../contracts/snapshot/snapshot-update.ts';
import { type DiskFullReport, isDiskFull } from '../../kernel/disk-errors/disk-full.ts';
import type { Telemetry } from '../../telemetry/telemetry.ts';
import type { Settings } from '../settings/settings.ts';
import { SnapshotBuilder } from './snapshot-builder.ts';
import { SnapshotFailures } from './snapshot-failures.ts';
import { openSnapshotFile, type SnapshotFile } from './snapshot-file.ts';
import { snapshotTelemetry } from './snapshot-telemetry.ts';

/** The snapshots of this node: at first the last good one from disk, then those built from the database. */
export class NodeSnapshots {
  readonly #file: SnapshotFile;
  readonly #reportDiskFull: DiskFullReport;
  readonly #lastGood: SnapshotUpdate | undefined;
  readonly #telemetry: ReturnType<typeof snapshotTelemetry>;
  readonly #listeners: ((update: SnapshotUpdate) => void)[] = [];
  #builder: SnapshotBuilder | undefined;

  constructor(
    settings: Pick<Settings, 'dataDir'>,
    telemetry: Telemetry,
    reportDiskFull: DiskFullReport = isDiskFull,
  ) {
    this.#reportDiskFull = reportDiskFull;
    this.#telemetry = snapshotTelemetry(telemetry);
    const path = join(settings.dataDir, 'snapshot.db');
    const { file, lastGood } = openSnapshotFile(path, this.#telemetry);
    this.#file = file;
    this.#lastGood = lastGood;
  }

  /** True when the edge could serve without the database. */
  get hasLastGood(): boolean {
    return this.#lastGood !== undefined;
  }

  current(): SnapshotUpdate {
    return this.#builder?.current() ?? this.#lastGood ?? emptySnapshot;
  }

  onUpdate(listener: (update: SnapshotUpdate) => void): void {
    this.#listeners.push(listener);
  }

  /** From here on, snapshots are built from the database. */
  buildFrom(modules: readonly AreaModule[]): SnapshotBuilder {
    const builder = new SnapshotBuilder({
      sections: modules.flatMap((module) => module.sections),
      shared: sharedSources(modules),
      lastGood: this.#lastGood,
      failures: new SnapshotFailures(this.#telemetry.sectionFailed),
    });
    builder.onUpdate((update) => {
      for (const listener of this.#listeners) listener(update);
      this.#telemetry.updated(builder.failures.size);
      this.#save(update);
    });
    this.#builder = builder;
    return builder;
  }

  close(): void {
    this.#file.close();
  }

  /** A full disk must not stop updates of the edge. */
  #save(update: SnapshotUpdate): void {
    try {
      this.#file.save(update);
    } catch (error) {
      if (!this.#reportDiskFull(error)) this.#telemetry.notSaved(error);
    }
  }
}

export function sharedSources(modules: readonly AreaModule[]): SharedSources {
  return Object.assign({}, ...modules.map(({ shared }) => shared));
}
