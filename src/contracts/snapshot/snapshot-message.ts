import type { SnapshotUpdate } from './snapshot-update.ts';

/** Characters of a message, about: little enough to be received between two requests. */
const MESSAGE_LENGTH = 256 * 1024;

/** What an update is made of, in the order in which it travels: zones refer to what comes before them. */
const kinds = ['lists', 'rulesets', 'pools', 'zones'] as const;

type Texts = Readonly<Record<(typeof kinds)[number], readonly string[]>>;
type Removals = Pick<
  SnapshotUpdate,
  'removedZoneIds' | 'removedPoolIds' | 'removedRulesetKeys' | 'removedListIds'
>;

/**
 * A part of an update on its way to an edge process. An update of all zones is long, and a process that
 * received it at once would serve nobody meanwhile. What is in it is JSON text, which costs nothing to
 * receive and is parsed one by one.
 */
export interface SnapshotMessage extends Texts, Removals {
  readonly revision: number;
  readonly complete: boolean;
  /** True: more of the same update follows. It takes effect as a whole, with its last part. */
  readonly hasMore: boolean;
}

export function* snapshotMessages(update: SnapshotUpdate): Generator<SnapshotMessage> {
  const { revision, complete } = update;
  let texts = noTexts();
  let length = 0;
  for (const kind of kinds) {
    for (const item of update[kind]) {
      if (length > MESSAGE_LENGTH) {
        yield { revision, complete, hasMore: true, ...texts, ...noRemovals };
        texts = noTexts();
        length = 0;
      }
      const text = JSON.stringify(item);
      texts[kind].push(text);
      length += text.length;
    }
  }
  const { removedZoneIds, removedPoolIds, removedRulesetKeys, removedListIds } = update;
  const removed = { removedZoneIds, removedPoolIds, removedRulesetKeys, removedListIds };
  yield { revision, complete, hasMore: false, ...texts, ...removed };
}

const noRemovals: Removals = {
  removedZoneIds: [],
  removedPoolIds: [],
  removedRulesetKeys: [],
  removedListIds: [],
};

const noTexts = () => ({
  lists: [] as string[],
  rulesets: [] as string[],
  pools: [] as string[],
  zones: [] as string[],
});
