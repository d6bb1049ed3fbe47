import { type ThreatCategory, threatCategories } from '../../catalogs/threat-categories.ts';
import { categoryOf } from '../../detectors/threat-feeds/threat.ts';
import { PalisadeError } from '../../kernel/palisade-error.ts';

// By themselves, since commands name and check them before they load the rest.
export { type FeedFormat, feedFormatNames } from '../../detectors/threat-feeds/feed-formats.ts';

/** A category by its name, or by a word that feeds have for it. */
export function threatCategory(text: string): ThreatCategory {
  const category = categoryOf(text);
  if (category) return category;
  const names = threatCategories.map((name) => `"${name}"`).join(', ');
  throw new PalisadeError('bad_category', `there is no category "${text}", only ${names}`);
}

export { shownFeed } from '../../areas/page-monitoring/threats/threat-feed-model.ts';
