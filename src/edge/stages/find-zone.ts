import { problem } from '../edge-answer.ts';
import type { RequestStage } from './stage.ts';

/** Finds the zone that a host belongs to, and the load balancer that knows its origin. */
export const findZone: RequestStage = (transaction, { snapshots }) => {
  const zone = snapshots.zoneOfHost(transaction.host);
  if (!zone) return problem('noSuchZone');
  transaction.zone = zone;
  transaction.balancer = zone.balancerOf(transaction.host);
  return transaction.balancer ? undefined : problem('noOrigin');
};
