import { problem } from '../edge-response.ts';
import type { RequestStage } from './stage.ts';

export const LOOP_HEADER = 'cdn-loop';
export const LOOP_TOKEN = 'palisade';

/** Edges may stand behind each other, but not without end. */
const MAX_PASSES = 4;

/** An origin that leads back to the edge would eat all connections (RFC 8586). */
export const refuseLoops: RequestStage = (exchange) => {
  const passes = exchange.header(LOOP_HEADER)?.split(LOOP_TOKEN).length ?? 1;
  return passes > MAX_PASSES ? problem('loop') : undefined;
};
