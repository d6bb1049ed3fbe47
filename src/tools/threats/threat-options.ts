import { type ThreatCategory, threatCategories } from '../../catalogs/threat-categories.ts';
import { categoryOf } from '../../detectors/threat-feeds/threat.ts';
import { PalisadeError } from '../../kernel/palisade-error.ts';

// In a separate file, because the command needs these before it loads the rest.
export { type FeedFormat, feedFormatNames } from '../../detectors/threat-feeds/feed-formats.ts';

/** Finds a category by its name, or by a name that feeds use for it. */
export function threatCategory(text: string): ThreatCategory {
  const category = categoryOf(text);
  if (category) return category;
  const names = threatCategories.map((name) => `"${name}"`).join(', ');
  throw new PalisadeError('bad_category', `there is no category "${text}", only ${names}`);
}

export { shownFeed } from '../../areas/page-monitoring/threats/threat-feed-model.ts';
