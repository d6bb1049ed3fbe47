import { toSecondText } from '../../../kernel/timestamp.ts';

/** A list of malicious domains and URLs, for the whole installation. */
export interface ThreatFeed {
  readonly id: number;
  readonly name: string;
  /** File or URL, without secrets. */
  readonly source: string;
  readonly format: string;
  readonly entries: number;
  /** SHA-256 of the text. */
  readonly contentHash: string;
  readonly importedAt: number;
  readonly importedBy: string;
}

/** How many entries an import has changed, compared with the feed of the same name before it. */
export interface FeedChanges {
  readonly added: number;
  /** Entries with other categories than before. */
  readonly changed: number;
  readonly removed: number;
}

/** Tasks that check all stored items again. */
export const THREAT_CHECK_QUEUE = 'page-threat-check';

/** A feed in the audit log and on the command line. */
export function shownFeed(feed: ThreatFeed) {
  return {
    name: feed.name,
    source: feed.source,
    format: feed.format,
    entries: feed.entries,
    content_hash: feed.contentHash,
    imported_at: toSecondText(feed.importedAt),
    imported_by: feed.importedBy,
  };
}
