import type { Message } from '../messages/message.ts';
import type { Tx } from '../notifications-tables.ts';

export const mechanismTypes = ['email', 'webhook', 'pagerduty'] as const;

export type MechanismType = (typeof mechanismTypes)[number];

/** Sends messages by one type of mechanism. */
export interface Channel {
  readonly type: MechanismType;
  /**
   * Resolves once the receiver has accepted the message. Throws a `PermanentFailure` if a retry cannot succeed, and a
   * `RetryLater` if the receiver named a time for the retry. Errors never contain secrets: people see them in the history.
   */
  send(delivery: ChannelDelivery, signal: AbortSignal): Promise<void>;
  /** Stores the outcome of an attempt, in the transaction that records it. */
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
