import type { AlertOf } from '../../../contracts/alert.ts';
import { toSecondText } from '../../../kernel/timestamp.ts';
import { factsOf, type Wording, zoneName } from './description.ts';
import { counted, listText, plainText } from './plain-text.ts';

type JobDisabled = AlertOf<'logpush_job_disabled'>;

const nameOf = ({ jobId, jobName }: JobDisabled) => plainText(jobName) || `job ${jobId}`;

/** A log push job that was disabled because all deliveries failed. */
export const logpushWording: Wording<JobDisabled> = {
  factsInText: ['Reason'],

  describe(alert, context) {
    const zone = alert.zoneId === null ? null : zoneName(alert.zoneId, context);
    const name = nameOf(alert);
    const reason = plainText(alert.reason ?? '');
    return {
      severity: 'critical',
      title: `Log push job disabled: ${name}`,
      text:
        `The log push job ${name} was disabled: nothing could be delivered for a day${reason && ` (${reason})`}. ` +
        'Repair its destination, then enable the job again.',
      facts: factsOf({
        Job: name,
        'Job id': String(alert.jobId),
        Zone: zone,
        Destination: plainText(alert.destinationKind),
        Reason: reason || undefined,
      }),
      data: {
        job_id: alert.jobId,
        job_name: alert.jobName,
        zone,
        zone_id: alert.zoneId,
        destination_type: alert.destinationKind,
        reason: alert.reason ?? null,
        timestamp: toSecondText(alert.at),
      },
      incident: null,
    };
  },

  summarize(alerts) {
    const names = [...new Set(alerts.map(nameOf))];
    return {
      severity: 'critical',
      title: `Log push disabled ${counted(alerts.length, 'time')}: ${listText(names)}`,
      text:
        `Log push jobs were disabled, since nothing could be delivered for a day: ${listText(names, 10)}. ` +
        'Repair their destinations, then enable the jobs again.',
    };
  },
};
