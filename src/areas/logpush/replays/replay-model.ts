/** A range of time that is shipped again. `to` is excluded. */
export interface StoredReplay {
  readonly id: string;
  readonly jobId: number;
  readonly from: number;
  readonly to: number;
  readonly createdAt: number;
  /** The nodes that have shipped what their spools had of it. */
  readonly finishedOn: readonly string[];
}

/** Every node that has ever reported about the job has finished it. */
export function isFinished(replay: StoredReplay, nodes: readonly { readonly node: string }[]) {
  return (
    replay.finishedOn.length > 0 && nodes.every(({ node }) => replay.finishedOn.includes(node))
  );
}
