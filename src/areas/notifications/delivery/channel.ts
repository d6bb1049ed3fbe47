import type { Message } from '../messages/message.ts';
import type { Tx } from '../notifications-tables.ts';

export const mechanismTypes = ['email', 'webhook', 'pagerduty'] as const;

/** A way to reach people. */
export type MechanismType = (typeof mechanismTypes)[number];

/** Sends messages in one way. */
export interface Channel {
  readonly type: MechanismType;
  /**
   * Resolves once the receiver has taken the message. Throws a `PermanentFailure` if the receiver will never take it, and a
   * `RetryLater` if it said when to come back. Errors never contain secrets: people see them in the history.
   */
  send(delivery: ChannelDelivery, signal: AbortSignal): Promise<void>;
  /** Notes how an attempt ended, in the transaction that records it. */
  recordOutcome?(tx: Tx, mechanism: string, outcome: AttemptOutcome): Promise<void>;
}

export interface AttemptOutcome {
  readonly at: number;
  readonly isDelivered: boolean;
}

export interface ChannelDelivery {
  /** The same at every attempt. */
  readonly id: string;
  readonly message: Message;
  /** The address of a mail, or the id of a webhook or PagerDuty service of the account. */
  readonly mechanism: string;
  readonly attempt: number;
}
