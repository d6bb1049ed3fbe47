import type { EdgeContext } from '../edge-context.ts';
import type { EdgeResponse } from '../edge-response.ts';
import type { Exchange } from '../exchange.ts';

/**
 * Looks at a request before it goes to the origin. Undefined passes it on; an answer ends it. Most
 * stages have nothing to wait for, and those that do return a promise.
 */
export type RequestStage = (
  exchange: Exchange,
  edge: EdgeContext,
) => EdgeResponse | undefined | Promise<EdgeResponse | undefined>;

/** The head of the origin's answer on its way to the visitor; stages may change it. */
export interface ResponseHead {
  status: number;
  /** Names and values in turn, as they go over the wire. */
  readonly headers: string[];
}

export type ResponseStage = (exchange: Exchange, head: ResponseHead, edge: EdgeContext) => void;
