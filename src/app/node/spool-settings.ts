import { keptTopics, type SpoolSettings } from '../../contracts/spool-settings.ts';
import type { Settings } from '../settings/settings.ts';

/** Some batches of any size fit into it. */
const MIN_SHARE = 4 * 1024 * 1024;

/** How long a process keeps logs. The processes of a kind share the bytes of a topic. */
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
