/** A time range that is shipped again. `to` is exclusive. */
export interface StoredReplay {
  readonly id: string;
  readonly jobId: number;
  readonly from: number;
  readonly to: number;
  readonly createdAt: number;
  /** The nodes that have shipped all lines of their spools. */
  readonly finishedOn: readonly string[];
}

/** Whether every node that has ever reported about the job has finished the replay. */
export function isFinished(replay: StoredReplay, nodes: readonly { readonly node: string }[]) {
  return (
    replay.finishedOn.length > 0 && nodes.every(({ node }) => replay.finishedOn.includes(node))
  );
}
