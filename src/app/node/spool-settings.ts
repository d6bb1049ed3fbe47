import { keptTopics, type SpoolSettings } from '../../contracts/spool-settings.ts';
import type { Settings } from '../settings/settings.ts';

/** How long a process keeps logs. The processes of a kind share the bytes of a topic. */
export function spoolSettings(
  settings: Pick<Settings, 'spoolHours' | 'spoolBytes'>,
  writers: number,
): SpoolSettings {
  return {
    topics: keptTopics,
    maxAgeMs: settings.spoolHours * 60 * 60 * 1_000,
    maxBytes: Math.floor(settings.spoolBytes / writers),
  };
}
