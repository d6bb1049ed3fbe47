import { toSecondText } from '../../../kernel/timestamp.ts';

/** A list of domains and URLs to beware of, for the whole installation. */
export interface ThreatFeed {
  readonly id: number;
  readonly name: string;
  /** Where it came from; no secrets. */
  readonly source: string;
  readonly format: string;
  readonly entries: number;
  /** SHA-256 of the text. */
  readonly contentHash: string;
  readonly importedAt: number;
  readonly importedBy: string;
}

/** Tasks that ask about everything that is stored again. */
export const THREAT_CHECK_QUEUE = 'page-threat-check';

/** As the audit log and the command line show a feed. */
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
