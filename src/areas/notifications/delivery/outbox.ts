import type { Message } from '../messages/message.ts';
import type { NotificationsTables, Tx } from '../notifications-tables.ts';
import type { Mechanism } from '../policies/policy.ts';

/** A message on its way to its recipients. */
export interface OutgoingMessage {
  readonly message: Message;
  readonly recipient: NotificationsTables['notification_entries']['recipient'];
  readonly subject: string;
  readonly mechanisms: readonly Mechanism[];
}

/** Stores messages with a delivery for each recipient. */
export interface Outbox {
  /**
   * They are delivered if and only if the transaction commits, at least once, to each destination in this order. A message
   * whose id is stored already is not sent again. Call it late in the transaction; see `TaskStore.enqueueAll`.
   */
  send(tx: Tx, messages: readonly OutgoingMessage[]): Promise<void>;
}
