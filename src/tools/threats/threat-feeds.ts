import type { Settings } from '../../app/settings/settings.ts';
import { threatFeedService } from '../../areas/page-monitoring/page-monitoring-module.ts';
import type { ThreatFeedService } from '../../areas/page-monitoring/threats/threat-feed-service.ts';
import { systemClock } from '../../kernel/clock.ts';
import { withDatabase } from '../with-database.ts';

/**
 * Opens the feeds in the database itself, whether a node runs on it or not: a million entries are no
 * matter for the API. Nodes find the task that a change leaves there.
 */
export function withThreatFeeds<R>(
  settings: Settings,
  work: (feeds: ThreatFeedService) => Promise<R>,
): Promise<R> {
  return withDatabase(settings, (database) => work(threatFeedService(database, systemClock)));
}
