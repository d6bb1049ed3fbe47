import type { AlertOf } from '../../../contracts/alert.ts';
import { toSecondText } from '../../../kernel/timestamp.ts';
import { balancersOf, factsOf, type Wording } from './description.ts';
import { failureText, isHealthy, stateNow, stateOf } from './health-text.ts';
import { capitalized, counted, listText, plainText } from './plain-text.ts';

type HealthAlert = AlertOf<'pool_health'> | AlertOf<'origin_health'>;

const poolOf = ({ poolName }: HealthAlert) => plainText(poolName);

/** Health of pools and of their origins, for `load_balancing_health_alert` and the notification email of pools. */
export const healthWording: Wording<HealthAlert> = {
  factsInText: ['Health', 'Health before', 'Reason', 'Response code'],

  describe(alert, context) {
    const healthy = isHealthy(alert);
    const balancers = balancersOf(alert.poolId, context);
    return {
      severity: healthy ? 'ok' : 'critical',
      title: `[${stateOf(healthy)}] ${nameOf(alert)}`,
      text: `${capitalized(subjectOf(alert))} is ${healthy ? 'healthy again' : `unhealthy: ${reasonOf(alert)}`}.`,
      facts: factsOf({
        Pool: poolOf(alert),
        'Pool id': alert.poolId,
        ...originFacts(alert),
        Health: stateOf(healthy),
        'Health before': capitalized(alert.healthBefore),
        'Load balancers': balancers,
      }),
      data: {
        account_name: context.account.name,
        account_tag: context.account.id,
        event_source: alert.kind === 'pool_health' ? 'pool' : 'origin',
        new_health: stateOf(healthy),
        previous_health: capitalized(alert.healthBefore),
        pool_id: alert.poolId,
        pool_name: alert.poolName,
        ...originData(alert),
        load_balancer_name: balancers,
        timestamp: toSecondText(alert.at),
      },
      incident: alert.incident,
    };
  },

  summarize(alerts) {
    const latest = new Map(alerts.map((alert) => [subjectOf(alert), alert]));
    const unhealthy = [...latest].filter(([, alert]) => !isHealthy(alert));
    const healthy = unhealthy.length === 0;
    const changes = counted(alerts.length, 'change');
    const pools = [...new Set(alerts.map(poolOf))];
    const names = latest.size === 1 ? alerts.slice(0, 1).map(nameOf) : pools;
    return {
      severity: healthy ? 'ok' : 'critical',
      title: `[${stateOf(healthy)}] ${listText(names)}: ${changes}`,
      text:
        `The health of ${listText([...latest.keys()])} changed ${counted(alerts.length, 'time')}. ` +
        stateNow(
          unhealthy.map(([subject]) => subject),
          latest.size,
        ),
    };
  },
};

/** The name in titles. */
function nameOf(alert: HealthAlert): string {
  return alert.kind === 'pool_health'
    ? poolOf(alert)
    : `${originName(alert)} of pool ${poolOf(alert)}`;
}

function originName({ originName, originAddress }: AlertOf<'origin_health'>): string {
  return plainText(originName) || plainText(originAddress);
}

function subjectOf(alert: HealthAlert): string {
  if (alert.kind === 'pool_health') return `pool ${poolOf(alert)}`;
  const address = plainText(alert.originAddress);
  return `origin ${originName(alert)} (${address}) of pool ${poolOf(alert)}`;
}

function reasonOf(alert: HealthAlert): string {
  if (alert.kind === 'pool_health') return 'too few of its origins are healthy';
  return failureText(alert);
}

function originFacts(alert: HealthAlert): Record<string, string | undefined> {
  if (alert.kind === 'pool_health') return {};
  return {
    Origin: originName(alert),
    Address: plainText(alert.originAddress),
    Reason: isHealthy(alert) ? undefined : plainText(alert.failureReason),
    'Response code': alert.responseCode?.toString(),
  };
}

function originData(alert: HealthAlert): Record<string, unknown> {
  if (alert.kind === 'pool_health') return {};
  return {
    origin_name: alert.originName,
    origin_address: alert.originAddress,
    failure_reason: alert.failureReason,
    response_code: alert.responseCode,
  };
}
