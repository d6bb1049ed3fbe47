/** The parts of the compiler, which call each other through this object because the grammar is recursive. */

import type { LogicNode, ValueNode } from '../syntax.ts';
import type { Accessors, Getter } from './accessors.ts';

export type Condition<Request> = (request: Request) => boolean;
export type Vector<Request> = (request: Request) => readonly boolean[];

export interface Compiler<Request> {
  readonly accessors: Accessors<Request>;
  /** A condition of type Bool. */
  logic(node: LogicNode): Condition<Request>;
  /** A condition of type Array<Bool>. */
  vector(node: LogicNode): Vector<Request>;
  /** A value with its indexes. */
  value(node: ValueNode): Getter<Request>;
  /** A field or call without its indexes. */
  source(node: ValueNode): Getter<Request>;
}
