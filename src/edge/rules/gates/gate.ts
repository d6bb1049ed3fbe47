import type { Getter, Value } from '../../../expression/expression.ts';
import type { LiveRequest } from '../live-request.ts';

/** Tests of one kind about one value. */
export interface Gate {
  readonly read: Getter<LiveRequest>;
  /** All rules that the gate decides about. */
  readonly rules: readonly number[];
  /** Sets `opened[rule]` to `mark` for each rule that may match the value. Returns whether there are any. */
  open(value: Value, opened: number[], mark: number): boolean;
}
