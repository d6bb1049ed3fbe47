import type { Target } from './flow-target.ts';
import type { SinkKind } from './sinks.ts';

/** Values that reach a place where they are sent, run or shown. */
export interface Flow {
  readonly sink: SinkKind;
  /** Bits of `taint`; none when nothing of interest arrives. */
  readonly bits: number;
  /** Number of the node that sends. */
  readonly node: number;
  /** The answer is not looked at. */
  readonly isResponseIgnored: boolean;
  readonly target: Target;
}
