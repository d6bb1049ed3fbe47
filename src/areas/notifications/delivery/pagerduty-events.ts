import { toShortestText } from '../../../kernel/timestamp.ts';
import type { Message } from '../messages/message.ts';
import { chatText, shortened } from './webhook/chat-text.ts';

const severities = { critical: 'critical', warning: 'warning', info: 'info', ok: 'info' } as const;

/** An incident key has at most 255 characters. */
const MAX_KEY = 255;

/**
 * The events that tell PagerDuty of a message. One that is about an incident triggers or resolves it; any other one opens an
 * incident of its own, which people resolve.
 */
export function pagerdutyEvents(message: Message): object[] {
  const { correlationId, event } = message;
  const key = shortened(correlationId ?? message.id, MAX_KEY);
  return [event === 'end' ? resolveEvent(key) : triggerEvent(message, key)];
}

function resolveEvent(key: string): object {
  return { event_action: 'resolve', dedup_key: key };
}

function triggerEvent(message: Message, key: string): object {
  return {
    event_action: 'trigger',
    dedup_key: key,
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
        data: message.data,
      },
    },
  };
}
