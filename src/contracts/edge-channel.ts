import type { SnapshotUpdate } from './snapshot/snapshot-update.ts';

/** What an edge process needs to know once, when it starts. */
export interface EdgeConfig {
  /** Which of the node's edge processes this is, from 1. A replacement takes the number of the one it replaces. */
  readonly slot: number;
  readonly host: string;
  readonly port: number;
  readonly drainSeconds: number;
  readonly logLevel: string;
  readonly prettyLogs: boolean;
}

/** Messages of the primary process to an edge process. */
export type ToEdge =
  | { readonly type: 'start'; readonly config: EdgeConfig; readonly snapshot: SnapshotUpdate }
  | { readonly type: 'update'; readonly update: SnapshotUpdate }
  | { readonly type: 'measure'; readonly requestId: number }
  | { readonly type: 'drain' };

/** Messages of an edge process to the primary. */
export type FromEdge =
  /** The process runs and waits for `start`. */
  | { readonly type: 'hello' }
  /** It serves, with the snapshot it was given. */
  | { readonly type: 'serving' }
  | { readonly type: 'applied'; readonly revision: number }
  | { readonly type: 'measured'; readonly requestId: number; readonly metrics: readonly unknown[] };
