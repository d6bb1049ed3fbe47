import { ok, type Route } from '../../../http/route.ts';
import { withoutDashes } from '../../../kernel/hex-id.ts';
import { Type } from '../../../kernel/schema.ts';
import { OutcomeResponse, outcomeResponse } from '../history/history-schema.ts';
import { alertingBase, alertingRoute, PathId, writeAccess } from '../notifications-routes.ts';
import type { Policy } from '../policies/policy.ts';
import { unsentNotices } from '../policies/policy-routes.ts';
import type { DrillService } from './drill-service.ts';

const DrillResponse = Type.Object({
  /** The `id` of the message, which webhooks get. */
  id: Type.String(),
  outcomes: Type.Array(OutcomeResponse),
});

export interface DrillRoutesOptions {
  readonly drills: DrillService;
  /** Throws if the account has no such policy. */
  getPolicy(accountId: string, policyId: string): Promise<Policy>;
}

/** Disabled policies can be tested as well, before they are enabled. */
export function drillRoutes({ drills, getPolicy }: DrillRoutesOptions): Route[] {
  const route = alertingRoute('Notification policies');
  return [
    route({
      method: 'POST',
      path: `${alertingBase}/policies/:policy_id/test`,
      operation: 'notification-policies-test',
      summary: 'Send a test message of a policy, enabled or not, and wait for its outcome',
      access: writeAccess,
      params: Type.Object({ policy_id: PathId }),
      response: DrillResponse,
      async handle({ params, principal }) {
        const policy = await getPolicy(params.account_id, withoutDashes(params['policy_id'] ?? ''));
        const { id, deliveries } = await drills.run(principal.actor, policy);
        const outcomes = deliveries.map(outcomeResponse);
        return ok({ id, outcomes }, unsentNotices({ alert_type: policy.alertType }));
      },
    }),
  ];
}
