import { toShortestText } from '../../../kernel/timestamp.ts';
import type { Incident, Message } from '../messages/message.ts';
import { chatText, shortened } from './webhook/chat-text.ts';

const severities = { critical: 'critical', warning: 'warning', info: 'info', ok: 'info' } as const;

/** The key of an incident has at most 255 characters. */
const MAX_KEY = 255;

/**
 * The events that tell PagerDuty of a message: one for each incident that it is about. A message that is about none opens an
 * incident of its own, which people resolve. The incident of a test is resolved at once.
 */
export function pagerdutyEvents(message: Message): object[] {
  if (message.isDrill) return [triggerEvent(message, message.id), resolveEvent(message.id)];
  const incidents = incidentsOf(message);
  if (incidents.length === 0) return [triggerEvent(message, message.id)];
  return incidents.map(({ id, phase }) =>
    phase === 'end' ? resolveEvent(id) : triggerEvent(message, id),
  );
}

/** With their latest phases. */
function incidentsOf({ entries, correlationId, event }: Message): Incident[] {
  const phases = new Map<string, Incident>();
  for (const { incident } of entries) if (incident) phases.set(incident.id, incident);
  if (correlationId !== null && event !== null && !phases.has(correlationId)) {
    phases.set(correlationId, { id: correlationId, phase: event });
  }
  return [...phases.values()];
}

/** An event has at most 512 KB. The text says what matters. */
const isSmall = (data: object) => JSON.stringify(data).length <= 128 * 1024;

function resolveEvent(key: string): object {
  return { event_action: 'resolve', dedup_key: shortened(key, MAX_KEY) };
}

function triggerEvent(message: Message, key: string): object {
  return {
    event_action: 'trigger',
    dedup_key: shortened(key, MAX_KEY),
    client: 'Palisade',
    payload: {
      summary: shortened(message.title, 1_024),
      source: shortened(message.account.name, 255),
      severity: severities[message.severity],
      timestamp: toShortestText(message.at),
      class: message.alertType,
      custom_details: {
        message_id: message.id,
        policy: message.policy.name,
        text: chatText(message, 16_000),
        ...(isSmall(message.data) && { data: message.data }),
      },
    },
  };
}
