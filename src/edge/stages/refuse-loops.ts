import { problem } from '../edge-response.ts';
import type { RequestStage } from './stage.ts';

export const LOOP_HEADER = 'cdn-loop';
export const LOOP_TOKEN = 'palisade';

/** A request may pass through several edges, one behind the other. */
const MAX_PASSES = 4;

/** Without this check, an origin that points back to the edge would let one request use up all connections (RFC 8586). */
export const refuseLoops: RequestStage = (exchange) => {
  const passes = exchange.header(LOOP_HEADER)?.split(LOOP_TOKEN).length ?? 1;
  return passes > MAX_PASSES ? problem('loop') : undefined;
};
