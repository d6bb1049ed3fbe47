import type { AlertOf } from '../../../contracts/alert.ts';
import { toSecondText } from '../../../kernel/timestamp.ts';
import { factsOf, type Wording, zoneName } from './description.ts';
import { counted, countText, listText, numberText, plainText, timeText } from './plain-text.ts';

const MINUTE_MS = 60_000;

/** Far more security events than usual, for both types of spike alerts. */
export const spikeWording: Wording<AlertOf<'event_spike'>> = {
  describe(alert, context) {
    const { service, action, host, bucketStart, bucketMs, count, mean, zScore } = alert;
    const zone = zoneName(alert.zoneId, context);
    const time = counted(Math.round(bucketMs / MINUTE_MS), 'minute');
    const source = service === null ? '' : ` of the service ${plainText(service)}`;
    const kind = action === null ? '' : ` with the action ${plainText(action)}`;
    const where = host === null ? zone : plainText(host);
    return {
      severity: 'warning',
      title: `Spike of security events on ${where}`,
      text:
        `There were ${counted(count, 'security event')}${source}${kind} on ${where} in ${time}. ` +
        `Usually there are about ${mean < 10 ? numberText(mean) : countText(mean)}.`,
      facts: factsOf({
        Zone: zone,
        Host: host && plainText(host),
        Service: service && plainText(service),
        Action: action && plainText(action),
        Events: countText(count),
        'Usual number': numberText(mean),
        'Z-score': numberText(zScore),
        From: timeText(bucketStart),
        To: timeText(bucketStart + bucketMs),
      }),
      data: {
        zone,
        zone_id: alert.zoneId,
        service,
        ...(action !== null && { action }),
        host,
        bucket_start: toSecondText(bucketStart),
        count,
        mean,
        z_score: zScore,
      },
      incident: null,
    };
  },

  summarize(alerts, context) {
    const zones = listText([...new Set(alerts.map(({ zoneId }) => zoneName(zoneId, context)))]);
    const spikes = counted(alerts.length, 'spike');
    const most = Math.max(...alerts.map(({ count }) => count));
    return {
      severity: 'warning',
      title: `${spikes} of security events on ${zones}`,
      text: `There were ${spikes} of security events on ${zones}, with up to ${counted(most, 'event')}.`,
    };
  },
};
