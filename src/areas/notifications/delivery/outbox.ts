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

/** Stores messages with a delivery for each mechanism. */
export interface Outbox {
  /**
   * Messages are delivered at least once, in this order per destination, if and only if the transaction commits. A message
   * whose id is already stored is not sent again. Call it late in the transaction; see `TaskStore.enqueueAll`.
   */
  send(tx: Tx, messages: readonly OutgoingMessage[]): Promise<void>;
}
