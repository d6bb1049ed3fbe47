import { systemClock } from '../../kernel/clock.ts';
import { isDiskFull } from '../../kernel/disk-errors/disk-full.ts';
import { ChangeFeed } from '../../storage/change-feed.ts';
import type { Logger } from '../../telemetry/telemetry.ts';
import type { SnapshotBuilder } from '../snapshots/snapshot-builder.ts';
import type { Core } from './core.ts';

const POLL_MS = 1_000;

/** Passes every committed change, of this node or another, to the areas first and then to the snapshots. */
export function nodeChangeFeed(core: Core, builder: SnapshotBuilder, log: Logger): ChangeFeed {
  let problem: string | undefined;
  const feed = new ChangeFeed({
    database: core.database,
    clock: systemClock,
    pollMs: POLL_MS,
    onError(error) {
      // An outage has the same problem each second.
      if (isDiskFull(error) || String(error) === problem) return;
      problem = String(error);
      log.warn({ err: error }, 'changes could not be read; trying again');
    },
  });
  feed.onReturn(() => {
    if (problem !== undefined) log.info({}, 'changes are read again');
    problem = undefined;
  });
  for (const module of core.modules) feed.subscribe((events) => module.onChanges?.(events));
  feed.subscribe((events) => builder.onChanges(events));
  return feed;
}
