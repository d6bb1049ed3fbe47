import type { FixedResponseSnapshot } from '../../contracts/snapshot/load-balancing-section.ts';
import { needsLocation } from '../balancing/location.ts';
import { findRoute } from '../balancing/route.ts';
import { sessionOf } from '../balancing/session.ts';
import { type EdgeResponse, problem } from '../edge-response.ts';
import { LiveRequest } from '../rules/live-request.ts';
import type { RequestStage } from './stage.ts';

/** Lets the load balancer choose an origin, or a fixed response. */
export const chooseOrigin: RequestStage = (exchange, edge) => {
  // No stage after the rules waits for the body: if none of them needed it, the origin reads it first.
  exchange.inspectedBody.seal();
  // An earlier stage has chosen the gateway.
  if (exchange.route) return undefined;
  const plan = exchange.balancer?.plan(() => {
    exchange.live ??= new LiveRequest(exchange);
    return exchange.live;
  });
  if (!plan) return problem('noOrigin');
  if (plan.kind === 'respond') return fixedResponse(plan.response);
  const { steering } = plan;
  const routing = {
    steering,
    session: sessionOf(exchange, steering.affinity),
    visitor: {
      address: exchange.clientAddress,
      random: edge.random,
      location: needsLocation(steering) ? exchange.geoLocation : undefined,
    },
    now: exchange.startedAt,
    tick: exchange.startedTick,
    pools: edge.snapshots.pools,
  };
  const route = findRoute(routing);
  if (!route) return problem('noHealthyOrigin');
  exchange.route = route;
  exchange.routing = routing;
  return undefined;
};

function fixedResponse({
  status,
  contentType = 'text/plain',
  location,
  body,
}: FixedResponseSnapshot): EdgeResponse {
  const headers = { 'content-type': contentType, ...(location !== undefined && { location }) };
  return { kind: 'fixed', status, headers, body };
}
