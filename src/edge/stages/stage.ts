import type { EdgeAnswer } from '../edge-answer.ts';
import type { EdgeContext } from '../edge-context.ts';
import type { Transaction } from '../transaction.ts';

/**
 * Looks at a request before it goes to the origin. Undefined passes it on; an answer ends it. Most
 * stages have nothing to wait for, and those that do return a promise.
 */
export type RequestStage = (
  transaction: Transaction,
  edge: EdgeContext,
) => EdgeAnswer | undefined | Promise<EdgeAnswer | undefined>;

/** The head of the origin's answer on its way to the visitor; stages may change it. */
export interface ResponseHead {
  status: number;
  /** Names and values in turn, as they go over the wire. */
  readonly headers: string[];
}

export type ResponseStage = (
  transaction: Transaction,
  head: ResponseHead,
  edge: EdgeContext,
) => void;
