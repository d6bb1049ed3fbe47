import type { FixedResponseSnapshot } from '../../contracts/snapshot/load-balancing-section.ts';
import { needsLocation } from '../balancing/location.ts';
import { findRoute } from '../balancing/route.ts';
import { sessionOf } from '../balancing/session.ts';
import { type EdgeResponse, problem } from '../edge-response.ts';
import { LiveRequest } from '../rules/live-request.ts';
import type { RequestStage } from './stage.ts';

/** Lets the load balancer choose an origin, or a fixed response. */
export const chooseOrigin: RequestStage = (exchange, edge) => {
  // After the rules no stage waits for the body. If no rule needed it, it is streamed to the origin.
  exchange.inspectedBody.seal();
  // The stage `callGateway` has set the route.
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
