import { ok, type Route } from '../../../http/route.ts';
import { Type } from '../../../kernel/schema.ts';
import { type MechanismType, mechanismTypes } from '../delivery/channel.ts';
import { alertingBase, alertingRoute, readAccess } from '../notifications-routes.ts';
import { type Eligibility, mechanismRules } from './eligibility.ts';

const Eligible = Type.Record(
  Type.String(),
  Type.Array(
    Type.Object({
      type: Type.Enum([...mechanismTypes]),
      eligible: Type.Boolean(),
      ready: Type.Boolean(),
    }),
  ),
);

/** `isReady` tests whether this installation is configured for a type of mechanism. */
export function eligibleRoutes(
  eligibility: Eligibility,
  isReady: (type: MechanismType) => boolean,
): Route[] {
  const route = alertingRoute('Notification destinations');
  return [
    route({
      method: 'GET',
      path: `${alertingBase}/destinations/eligible`,
      operation: 'notification-destinations-eligible',
      summary: 'List the mechanisms that the account may use',
      access: readAccess,
      response: Eligible,
      async handle({ params }) {
        const eligible = await eligibility.of(params.account_id);
        const groups = mechanismTypes.map((type) => {
          const entry = { type, eligible: eligible[type], ready: isReady(type) };
          return [mechanismRules[type].group, [entry]] as const;
        });
        return ok(Object.fromEntries(groups));
      },
    }),
  ];
}
