import type { EdgeContext } from '../edge-context.ts';
import type { EdgeResponse } from '../edge-response.ts';
import type { Exchange } from '../exchange.ts';

/**
 * A step in the handling of a request before it goes to the origin. Undefined passes the request to the next
 * stage, a response ends it. Only a stage that has to wait returns a promise.
 */
export type RequestStage = (
  exchange: Exchange,
  edge: EdgeContext,
) => EdgeResponse | undefined | Promise<EdgeResponse | undefined>;

/** The head of the origin's response on its way to the visitor. Stages may change it. */
export interface ResponseHead {
  status: number;
  /** Names and values alternate, in the order in which they are sent. */
  readonly headers: string[];
}

export type ResponseStage = (exchange: Exchange, head: ResponseHead, edge: EdgeContext) => void;
