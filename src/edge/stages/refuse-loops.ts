import { LOOP_HEADER, LOOP_TOKEN, MAX_PASSES } from '../../kernel/cdn-loop.ts';
import { problem } from '../edge-response.ts';
import type { RequestStage } from './stage.ts';

/** Without this check, an origin that points back to the edge would let one request use up all connections (RFC 8586). */
export const refuseLoops: RequestStage = (exchange) => {
  const passes = exchange.header(LOOP_HEADER)?.split(LOOP_TOKEN).length ?? 1;
  return passes > MAX_PASSES ? problem('loop') : undefined;
};
