import type { Telemetry } from '../../telemetry/telemetry.ts';
import type { SnapshotFailure } from './snapshot-failures.ts';

/** Log lines and metrics of snapshot builds. */
export function snapshotTelemetry({ log, metrics }: Telemetry) {
  const failed = metrics.gauge({
    name: 'snapshot_failed_sections',
    help: 'Parts of zones, pools and shared rulesets that could not be built, so that their last good state stays in effect',
  });
  return {
    updated: (failures: number) => failed.set({}, failures),
    sectionFailed: ({ section, id, problem }: SnapshotFailure) =>
      log.error(
        { section, id, problem },
        'a part of the configuration could not be built; its last good state stays in effect',
      ),
    damaged: (error: unknown) =>
      log.warn(
        { err: error },
        'the last good state of the edge cannot be read: snapshot.db was renamed to snapshot.db.damaged, and the edge needs the database for its first state',
      ),
    otherFormat: (format: number) =>
      log.warn(
        { format },
        `the last good state of the edge was written by another version: snapshot.db was renamed to snapshot.db.format-${format}, and the edge needs the database for its first state`,
      ),
    notSaved: (error: unknown) =>
      log.error({ err: error }, 'the state of the edge could not be saved to disk'),
  };
}
