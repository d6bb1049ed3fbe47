import { migrations } from '../../app/modules.ts';
import { databaseUnavailable } from '../../app/node/core.ts';
import { ensureDataDir } from '../../app/node/data-dir.ts';
import { openConfiguredDatabase } from '../../app/node/open-database.ts';
import type { Settings } from '../../app/settings/settings.ts';
import { threatFeedService } from '../../areas/page-monitoring/page-monitoring-module.ts';
import type { PageMonitoringTables } from '../../areas/page-monitoring/page-monitoring-tables.ts';
import type { ThreatFeedService } from '../../areas/page-monitoring/threats/threat-feed-service.ts';
import { systemClock } from '../../kernel/clock.ts';
import { silentTelemetry } from '../../telemetry/silent-telemetry.ts';

/**
 * Opens the feeds in the database itself, whether a node runs on it or not: a million entries are no
 * matter for the API. Nodes find the task that a change leaves there.
 */
export async function withThreatFeeds<R>(
  settings: Settings,
  work: (feeds: ThreatFeedService) => Promise<R>,
): Promise<R> {
  ensureDataDir(settings.dataDir);
  const database = await openConfiguredDatabase<PageMonitoringTables>(
    settings,
    silentTelemetry.log,
  );
  try {
    await database.migrate(migrations);
    return await work(threatFeedService(database, systemClock));
  } catch (error) {
    throw database.dialect.isUnavailable(error) ? databaseUnavailable(error) : error;
  } finally {
    await database.close();
  }
}
