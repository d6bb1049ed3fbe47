import type { Tables } from '../../app/modules.ts';
import type { Settings } from '../../app/settings/settings.ts';
import { threatFeedService } from '../../areas/page-monitoring/page-monitoring-module.ts';
import type { ThreatFeedService } from '../../areas/page-monitoring/threats/threat-feed-service.ts';
import { systemClock } from '../../kernel/clock.ts';
import type { Database } from '../../storage/database.ts';
import { withDatabase } from '../with-database.ts';

/**
 * Opens the feeds directly in the database, because a feed can have a million entries, which is too much for the
 * API. It does not matter whether a node is running: nodes find the task that each change writes.
 */
export function withThreatFeeds<R>(
  settings: Settings,
  work: (feeds: ThreatFeedService) => Promise<R>,
  options?: { readonly mayInstall?: boolean },
): Promise<R> {
  const open = (database: Database<Tables>) => work(threatFeedService(database, systemClock));
  return withDatabase(settings, open, options);
}
