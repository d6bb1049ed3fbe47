import type { AlertOf } from '../../../contracts/alert.ts';
import { toSecondText } from '../../../kernel/timestamp.ts';
import { factsOf, type Wording, zoneName } from './description.ts';
import { failureText, isHealthy, stateNow, stateOf } from './health-text.ts';
import { capitalized, counted, listText, plainText } from './plain-text.ts';

type StatusAlert = AlertOf<'health_check_status'>;

/** The status of stand-alone health checks of zones. */
export const healthCheckWording: Wording<StatusAlert> = {
  factsInText: ['Status', 'Status before', 'Reason', 'Response code'],

  describe(alert, context) {
    const healthy = isHealthy(alert);
    const zone = zoneName(alert.zoneId, context);
    return {
      severity: healthy ? 'ok' : 'critical',
      title: `[${stateOf(healthy)}] ${nameOf(alert)}`,
      text: `${capitalized(subjectOf(alert))} is ${healthy ? 'healthy again' : `unhealthy: ${failureText(alert)}`}.`,
      facts: factsOf({
        'Health check': nameOf(alert),
        'Health check id': alert.healthCheckId,
        Zone: zone,
        Address: plainText(alert.address),
        Status: stateOf(healthy),
        'Status before': capitalized(alert.healthBefore),
        Reason: healthy ? undefined : plainText(alert.failureReason),
        'Response code': alert.responseCode?.toString(),
      }),
      data: {
        account_name: context.account.name,
        account_tag: context.account.id,
        zone,
        zone_id: alert.zoneId,
        health_check_id: alert.healthCheckId,
        health_check_name: alert.healthCheckName,
        address: alert.address,
        status: stateOf(healthy),
        previous_status: capitalized(alert.healthBefore),
        failure_reason: healthy ? '' : alert.failureReason,
        response_code: alert.responseCode,
        timestamp: toSecondText(alert.at),
      },
      incident: alert.incident,
    };
  },

  summarize(alerts) {
    const latest = new Map(alerts.map((alert) => [subjectOf(alert), alert]));
    const unhealthy = [...latest].flatMap(([subject, alert]) =>
      isHealthy(alert) ? [] : [subject],
    );
    const healthy = unhealthy.length === 0;
    const names = [...new Set(alerts.map(nameOf))];
    return {
      severity: healthy ? 'ok' : 'critical',
      title: `[${stateOf(healthy)}] ${listText(names)}: ${counted(alerts.length, 'change')}`,
      text:
        `The status of ${listText([...latest.keys()])} changed ${counted(alerts.length, 'time')}. ` +
        stateNow(unhealthy, latest.size),
    };
  },
};

const nameOf = ({ healthCheckName }: StatusAlert) => plainText(healthCheckName);

function subjectOf(alert: StatusAlert): string {
  return `health check ${nameOf(alert)} (${plainText(alert.address)})`;
}
