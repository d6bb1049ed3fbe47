import { problem } from '../edge-response.ts';
import type { RequestStage } from './stage.ts';

/** Finds the zone of the requested host, and its load balancer. Redirects need none, and neither do rules that block. */
export const findZone: RequestStage = (exchange, { snapshots }) => {
  const zone = snapshots.zoneOfHost(exchange.host);
  if (!zone) return problem('noSuchZone');
  zone.wasUsed = true;
  exchange.zone = zone;
  exchange.balancer = zone.balancerOf(exchange.host);
  return undefined;
};
