import { byKind, type SnapshotKind, snapshotKinds } from './snapshot-kinds.ts';
import type { SnapshotUpdate } from './snapshot-update.ts';

/** Approximate maximum number of characters of a message: small enough to be received between two requests. */
const MESSAGE_LENGTH = 256 * 1024;

type Texts = Readonly<Record<SnapshotKind, readonly string[]>>;

/**
 * A part of an update for an edge process. An update of all zones is long, and a process that received it at once would
 * serve no requests meanwhile. Items are JSON texts, which are cheap to receive and are parsed one by one.
 */
export interface SnapshotMessage
  extends Texts,
    Pick<SnapshotUpdate, 'revision' | 'complete' | 'removed'> {
  /** True: further parts of the update follow. The update takes effect as a whole, with its last part. */
  readonly hasMore: boolean;
}

export function* snapshotMessages(update: SnapshotUpdate): Generator<SnapshotMessage> {
  const { revision, complete, removed } = update;
  let texts = noTexts();
  let length = 0;
  for (const kind of snapshotKinds) {
    for (const item of update[kind]) {
      if (length > MESSAGE_LENGTH) {
        yield { revision, complete, hasMore: true, ...texts, removed: {} };
        texts = noTexts();
        length = 0;
      }
      const text = JSON.stringify(item);
      texts[kind].push(text);
      length += text.length;
    }
  }
  yield { revision, complete, hasMore: false, ...texts, removed };
}

const noTexts = () => byKind(snapshotKinds, (): string[] => []);
