import { problem } from '../edge-response.ts';
import type { RequestStage } from './stage.ts';

/** Finds the zone of the requested host, and its load balancer. A zone without one can still redirect and block requests. */
export const findZone: RequestStage = (exchange, { snapshots }) => {
  const zone = snapshots.zoneOfHost(exchange.host);
  if (!zone) return problem('noSuchZone');
  zone.wasUsed = true;
  exchange.zone = zone;
  exchange.balancer = zone.balancerOf(exchange.host);
  return undefined;
};
