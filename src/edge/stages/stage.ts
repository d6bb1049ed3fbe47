import type { EdgeContext } from '../edge-context.ts';
import type { EdgeResponse } from '../edge-response.ts';
import type { Exchange } from '../exchange.ts';
import type { ZoneRuntime } from '../zone-runtime.ts';

/** A stage that some zones do not need. */
interface OfSomeZones {
  /** Called once per configuration of a zone, so that requests to other zones do not pay for the stage. */
  readonly isNeededIn?: (zone: ZoneRuntime) => boolean;
}

/**
 * A step of request handling before the request is forwarded. Undefined passes the request to the next stage; a
 * response ends it. Only a stage that waits returns a promise.
 */
export type RequestStage = OfSomeZones &
  ((
    exchange: Exchange,
    edge: EdgeContext,
  ) => EdgeResponse | undefined | Promise<EdgeResponse | undefined>);

/** The head of the origin's response on its way to the visitor. Stages may change it. */
export interface ResponseHead {
  status: number;
  /** Names and values alternate, in the order in which they are sent. */
  readonly headers: string[];
}

export type ResponseStage = OfSomeZones &
  ((exchange: Exchange, head: ResponseHead, edge: EdgeContext) => void);

/** A stage for zones that need it. */
export function neededIn<Stage extends RequestStage | ResponseStage>(
  isNeededIn: (zone: ZoneRuntime) => boolean,
  stage: Stage,
): Stage {
  return Object.assign(stage, { isNeededIn });
}
