import type { Upstream } from '../upstreams/upstream.ts';

/** Where the head of an upstream is. */
export interface HeadPosition {
  /** The number of its head. */
  readonly head: number;
  /** The newest block that it shares with the chain; -1 if none is known. */
  readonly fork: number;
  /** The newest block for which its results are those of the chain: its head, or the fork if it is on another branch. */
  readonly usable: number;
}

export interface TrackedUpstream extends Pick<Upstream, 'name' | 'send' | 'distrust'> {
  /** Whether its head counts. */
  readonly isServing: boolean;
  /** False for a while after the upstream has returned an untrue result. */
  readonly isTrusted: boolean;
  positionAt(position: HeadPosition): void;
  /** Its head is not accepted; it keeps its last position. */
  refuseHead(reason: string): void;
}
