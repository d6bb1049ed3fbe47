import type { FixedResponseSnapshot } from '../../contracts/snapshot/load-balancing-section.ts';
import { findRoute } from '../balancing/route.ts';
import { sessionOf } from '../balancing/session.ts';
import { type EdgeAnswer, problem } from '../edge-answer.ts';
import { LiveRequest } from '../rules/live-request.ts';
import type { RequestStage } from './stage.ts';

/** Lets the load balancer decide where the request goes, or what to answer instead. */
export const chooseOrigin: RequestStage = (transaction, edge) => {
  const plan = transaction.balancer?.plan(() => {
    transaction.live ??= new LiveRequest(transaction);
    return transaction.live;
  });
  if (!plan) return problem('noOrigin');
  if (plan.kind === 'answer') return fixedAnswer(plan.response);
  const { steering } = plan;
  const routing = {
    steering,
    session: sessionOf(transaction, steering.affinity),
    visitor: { address: transaction.clientAddress, random: edge.random },
    now: transaction.startedAt,
    pools: edge.snapshots.pools,
  };
  const route = findRoute(routing);
  if (!route) return problem('noHealthyOrigin');
  transaction.route = route;
  transaction.routing = routing;
  return undefined;
};

function fixedAnswer({
  status,
  contentType = 'text/plain',
  location,
  body,
}: FixedResponseSnapshot): EdgeAnswer {
  const headers = { 'content-type': contentType, ...(location !== undefined && { location }) };
  return { kind: 'fixed', status, headers, body };
}
