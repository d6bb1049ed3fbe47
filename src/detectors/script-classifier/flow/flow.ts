import type { Target } from './flow-target.ts';
import type { SinkKind } from './sinks.ts';

/** Values that reach a sink. */
export interface Flow {
  readonly sink: SinkKind;
  /** Bits of `taint`; 0 if no tainted data reaches the sink. */
  readonly bits: number;
  /** Number of the node of the sink. */
  readonly node: number;
  /** The script does not read the response. */
  readonly isResponseIgnored: boolean;
  readonly target: Target;
  /** The URL of a script, a frame or a redirect begins with something that the script decodes. */
  readonly isHostDecoded?: boolean;
}
