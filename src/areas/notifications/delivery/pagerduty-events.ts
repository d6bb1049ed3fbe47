import { toShortestText } from '../../../kernel/timestamp.ts';
import type { Incident, Message } from '../messages/message.ts';
import { chatText, shortened } from './webhook/chat-text.ts';

type Phase = Incident['phase'];

const severities = { critical: 'critical', warning: 'warning', info: 'info', ok: 'info' } as const;

/** The key of an incident has at most 255 characters. */
const MAX_KEY = 255;

/**
 * The PagerDuty events for a message. An incident that started before the message and ended in it is resolved, one that is
 * still open is triggered, and one that started and ended in the message is skipped. So a flapping subject needs few events,
 * since PagerDuty limits their rate. A message without an incident triggers one of its own, which people resolve. The
 * incident of a drill is resolved at once.
 */
export function pagerdutyEvents(message: Message): object[] {
  if (message.isDrill) return [triggerEvent(message, message.id), resolveEvent(message.id)];
  const phases = phasesOf(message);
  if (phases.size === 0) return [triggerEvent(message, message.id)];
  return [...phases].flatMap(([id, [first, last]]) => {
    if (last === 'start') return [triggerEvent(message, id)];
    return first === 'end' ? [resolveEvent(id)] : [];
  });
}

/** The first and the last phase of each incident. */
function phasesOf({ entries, correlationId, event }: Message) {
  const phases = new Map<string, readonly [first: Phase, last: Phase]>();
  const all = entries.flatMap(({ incident }) => incident ?? []);
  if (all.length === 0 && correlationId !== null && event !== null) {
    all.push({ id: correlationId, phase: event });
  }
  for (const { id, phase } of all) phases.set(id, [phases.get(id)?.[0] ?? phase, phase]);
  return phases;
}

/** An event may have at most 512 KB, so large data is omitted; the text has the important facts. */
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
