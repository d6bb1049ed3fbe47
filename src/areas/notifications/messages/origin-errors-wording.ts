import type { AlertOf } from '../../../contracts/alert.ts';
import { toSecondText } from '../../../kernel/timestamp.ts';
import { factsOf, type Wording, zoneName } from './description.ts';
import { counted, countText, listText, numberText, timeText } from './plain-text.ts';

type OriginErrors = AlertOf<'origin_errors'>;

const isOver = ({ incident }: OriginErrors) => incident.phase === 'end';

/** The error rate of an origin exceeds the objective of a policy, or meets it again. */
export const originErrorsWording: Wording<OriginErrors> = {
  describe(alert, context) {
    const { slo, from, to, requests, errors, incident } = alert;
    const zone = zoneName(alert.zoneId, context);
    const percent = requests === 0 ? 0 : (100 * errors) / requests;
    const share = `${numberText(percent)} %`;
    const allowed = `${numberText(100 - slo)} %`;
    return {
      severity: isOver(alert) ? 'ok' : 'critical',
      title: isOver(alert) ? `Origin errors have ended on ${zone}` : `Origin errors on ${zone}`,
      text: isOver(alert)
        ? `The origin of ${zone} has recovered: ${share} of its responses are errors; up to ${allowed} are allowed.`
        : `${share} of the responses of the origin of ${zone} are errors; up to ${allowed} are allowed.`,
      facts: factsOf({
        Zone: zone,
        Errors: `${countText(errors)} of ${counted(requests, 'response')} (${share})`,
        Objective: `${numberText(slo)} % good responses`,
        From: timeText(from),
        To: timeText(to),
      }),
      data: {
        zone,
        zone_id: alert.zoneId,
        slo,
        from: toSecondText(from),
        to: toSecondText(to),
        requests,
        errors,
        error_percent: percent,
      },
      incident,
    };
  },

  summarize(alerts, context) {
    const latest = new Map(alerts.map((alert) => [zoneName(alert.zoneId, context), alert]));
    const failing = [...latest].flatMap(([zone, alert]) => (isOver(alert) ? [] : [zone]));
    const zones = listText([...latest.keys()]);
    const changes = counted(alerts.length, 'change');
    return {
      severity: failing.length === 0 ? 'ok' : 'critical',
      title:
        failing.length === 0
          ? `Origin errors have ended on ${zones}: ${changes}`
          : `Origin errors on ${zones}: ${changes}`,
      text:
        `Origin errors on ${zones} began or ended ${counted(alerts.length, 'time')}. ` +
        (failing.length === 0 ? 'They have ended.' : `They continue on ${listText(failing, 5)}.`),
    };
  },
};
