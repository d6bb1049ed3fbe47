import type { TopicStats } from '../bus.ts';
import type { BatchReader, FileTotals } from './batch-reader.ts';
import type { FolderReaders } from './folder-readers.ts';
import type { KnownConsumers } from './known-consumers.ts';

/** The sums over the files of all writers of a topic, without files that cannot be read now. */
export function summarize(
  topic: string,
  sources: FolderReaders<BatchReader>,
  known: KnownConsumers,
  refused: number,
): TopicStats {
  const writers = sources.refresh();
  const lags = new Map<string, number>();
  const stats = { messages: 0, bytes: 0, oldestAt: 0, dropped: refused, droppedUnread: refused };
  for (const writer of writers) {
    const file = sources.read(writer, (reader) => ({
      totals: reader.totals(),
      cursors: known.cursors(reader.generation),
    }));
    if (!file) continue;
    const { totals, cursors } = file;
    stats.messages += kept(totals);
    stats.bytes += totals.bytes;
    stats.oldestAt = earlierOf(stats.oldestAt, totals.oldestAt);
    stats.dropped += totals.dropped;
    stats.droppedUnread += totals.droppedUnread;
    for (const [consumer, cursor] of cursors) {
      lags.set(consumer, (lags.get(consumer) ?? 0) + unread(totals, cursor));
    }
  }
  for (const consumer of known.names()) lags.set(consumer, lags.get(consumer) ?? 0);
  const consumers = [...lags]
    .map(([consumer, lag]) => ({ consumer, lag }))
    .sort((a, b) => (a.consumer < b.consumer ? -1 : 1));
  return { topic, ...stats, writers, consumers };
}

/** The earlier of two times; 0 means that there is none. */
function earlierOf(one: number, other: number): number {
  return one === 0 || other === 0 ? one + other : Math.min(one, other);
}

function kept(totals: FileTotals): number {
  return totals.newest - totals.oldest + 1;
}

function unread(totals: FileTotals, cursor: number): number {
  return Math.max(0, Math.min(kept(totals), totals.newest - cursor));
}
