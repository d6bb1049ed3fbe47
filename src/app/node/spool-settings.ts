import { keptTopics, type SpoolSettings } from '../../contracts/spool-settings.ts';
import type { Settings } from '../settings/settings.ts';

/** Large enough for several batches of the maximum size. */
const MIN_SHARE = 4 * 1024 * 1024;

/** Retention of the logs that one process writes. The size limit of a topic is divided among its writers. */
export function spoolSettings(
  settings: Pick<Settings, 'spoolHours' | 'spoolBytes'>,
  writers: number,
): SpoolSettings {
  return {
    topics: keptTopics,
    maxAgeMs: settings.spoolHours * 60 * 60 * 1_000,
    maxBytes: Math.max(MIN_SHARE, Math.floor(settings.spoolBytes / writers)),
  };
}
