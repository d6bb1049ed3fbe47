import { createHash } from 'node:crypto';
import type { Alert } from '../../../contracts/alert.ts';
import type { Compose, MessageContext } from '../messages/compose.ts';
import type { Message } from '../messages/message.ts';
import type { Recipient } from './recipients.ts';

/** Composes the message for a recipient about alerts of one type, oldest first. */
export type WriteMessage = (
  recipient: Recipient,
  alertType: string,
  alerts: readonly Alert[],
  context: MessageContext,
) => Message;

export function messageWriter(compose: Compose): WriteMessage {
  return (recipient, alertType, alerts, context) => ({
    // An alert is in only one message per recipient, so this id is unique.
    id: hashOf(recipient.key, alerts[0]?.id ?? ''),
    account: context.account,
    policy: recipient.policy,
    alertType,
    ...compose(alertType, alerts, context),
    isDrill: false,
  });
}

/** A deterministic id from the texts that identify something. */
export function hashOf(...facts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 32);
}
