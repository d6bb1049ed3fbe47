import type { Alert, AlertKind, AlertOf } from '../../../contracts/alert.ts';
import type { Description, MessageContext, Wording } from './description.ts';
import { enablementWording } from './enablement-wording.ts';
import { certificateWording, tokenWording } from './expiry-wording.ts';
import { healthCheckWording } from './health-check-wording.ts';
import { healthWording } from './health-wording.ts';
import { logpushWording } from './logpush-wording.ts';
import { alertEvents, type Fact, type Incident, type Message } from './message.ts';
import { originErrorsWording } from './origin-errors-wording.ts';
import { pageWording } from './page-wording.ts';
import { plainText, timeText } from './plain-text.ts';
import { spikeWording } from './spike-wording.ts';

export type { MessageContext } from './description.ts';

/** The members of a message that describe its alerts; the others describe the policy. */
export type MessageContent = Pick<
  Message,
  | 'correlationId'
  | 'event'
  | 'severity'
  | 'title'
  | 'text'
  | 'facts'
  | 'entries'
  | 'omitted'
  | 'data'
  | 'at'
>;

/** Composes the message about alerts of one type and subject, oldest first; there is at least one. */
export type Compose = (
  alertType: string,
  alerts: readonly Alert[],
  context: MessageContext,
) => MessageContent;

/** Maximum entries of a message, for the latest alerts; the others are only counted. */
export const MAX_ENTRIES = 500;

const wordings: { readonly [Kind in AlertKind]: Wording<AlertOf<Kind>> } = {
  page_new_resource: pageWording,
  page_new_domain: pageWording,
  page_url_too_long: pageWording,
  page_code_change: pageWording,
  page_foreign_code: pageWording,
  page_malicious_script: pageWording,
  page_malicious_domain: pageWording,
  page_malicious_url: pageWording,
  pool_health: healthWording,
  origin_health: healthWording,
  pool_enablement: enablementWording,
  health_check_status: healthCheckWording,
  logpush_job_disabled: logpushWording,
  event_spike: spikeWording,
  origin_errors: originErrorsWording,
  certificate_expiring: certificateWording,
  token_expiring: tokenWording,
};

export const compose: Compose = (alertType, alerts, context) => {
  const latest = alerts.at(-1);
  if (!latest) throw new Error('a message needs an alert');
  // The kind determines the type of the wording, but TypeScript cannot infer that for a union.
  const wording = wordings[latest.kind] as Wording<Alert>;
  const shown = alerts.slice(-MAX_ENTRIES);
  const descriptions = shown.map((alert) => wording.describe(alert, context));
  const shared = sharedFacts(descriptions);
  const isShared = new Set(shared.map(keyOf));
  const isInText = new Set(wording.factsInText);
  const entries = descriptions.map(({ text, facts, incident }, n) => {
    const { id, at } = shown[n] ?? latest;
    return {
      id,
      at,
      text,
      facts: facts.filter((fact) => !isShared.has(keyOf(fact)) && !isInText.has(fact.label)),
      incident,
    };
  });
  const one = alerts.length === 1 ? descriptions[0] : undefined;
  const { severity, title, text } = one ?? wording.summarize(alerts, context);
  return {
    ...correlation(descriptions),
    severity,
    title: plainText(title),
    text,
    facts: [...shared, ...timeFacts(alerts)],
    entries,
    omitted: alerts.length - shown.length,
    data: dataOf(alertType, wording, descriptions, shown, alerts.length),
    at: latest.at,
  };
};

const keyOf = ({ label, value }: Fact) => `${label}\n${value}`;

function sharedFacts(descriptions: readonly Description[]): readonly Fact[] {
  const [first, ...others] = descriptions.map(({ facts }) => facts);
  const known = others.map((facts) => new Set(facts.map(keyOf)));
  return (first ?? []).filter((fact) => known.every((facts) => facts.has(keyOf(fact))));
}

function timeFacts(alerts: readonly Alert[]): readonly Fact[] {
  const [first = 0, last = 0] = [alerts[0]?.at, alerts.at(-1)?.at];
  if (alerts.length === 1) return [{ label: 'Time', value: timeText(first) }];
  return [
    { label: 'First', value: timeText(first) },
    { label: 'Last', value: timeText(last) },
  ];
}

/**
 * If an incident is still open, the message correlates with the start of the latest open one. Otherwise it correlates with the
 * end of the first one: receivers got its start in an earlier message, while later ones started and ended in this one.
 */
function correlation(
  descriptions: readonly Description[],
): Pick<MessageContent, 'correlationId' | 'event'> {
  const phases = new Map<string, Incident>();
  for (const { incident } of descriptions) if (incident) phases.set(incident.id, incident);
  const incidents = [...phases.values()];
  const incident = incidents.findLast(({ phase }) => phase === 'start') ?? incidents[0];
  return { correlationId: incident?.id ?? null, event: incident?.phase ?? null };
}

/** The members of a single alert have the data of the latest one, and a list has the data of each. */
function dataOf(
  alertType: string,
  wording: Wording<Alert>,
  descriptions: readonly Description[],
  shown: readonly Alert[],
  count: number,
): Description['data'] {
  const each = descriptions.map(({ data }) => data);
  if (wording.join) return wording.join(alertType, each);
  if (count === 1) return { ...each[0] };
  const alerts = descriptions.map(({ data, incident }, n) => ({
    ...data,
    alert_id: shown[n]?.id,
    ...(incident && {
      alert_correlation_id: incident.id,
      alert_event: alertEvents[incident.phase],
    }),
  }));
  return { ...each.at(-1), alert_count: count, alerts };
}
