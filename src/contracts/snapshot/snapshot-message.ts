import type { SnapshotUpdate } from './snapshot-update.ts';

/** Characters of a message, about: little enough to be received between two requests. */
const MESSAGE_LENGTH = 256 * 1024;

/** What an update is made of, in the order in which it travels: zones refer to what comes before them. */
const kinds = ['rulesets', 'pools', 'zones'] as const;

type Texts = Readonly<Record<(typeof kinds)[number], readonly string[]>>;
type Removals = Pick<SnapshotUpdate, 'removedZoneIds' | 'removedPoolIds' | 'removedRulesetKeys'>;

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
  const { revision, complete, removedZoneIds, removedPoolIds, removedRulesetKeys } = update;
  const none = { removedZoneIds: [], removedPoolIds: [], removedRulesetKeys: [] };
  let texts = noTexts();
  let length = 0;
  for (const kind of kinds) {
    for (const item of update[kind]) {
      if (length > MESSAGE_LENGTH) {
        yield { revision, complete, hasMore: true, ...texts, ...none };
        texts = noTexts();
        length = 0;
      }
      const text = JSON.stringify(item);
      texts[kind].push(text);
      length += text.length;
    }
  }
  const removed = { removedZoneIds, removedPoolIds, removedRulesetKeys };
  yield { revision, complete, hasMore: false, ...texts, ...removed };
}

const noTexts = () => ({
  rulesets: [] as string[],
  pools: [] as string[],
  zones: [] as string[],
});
