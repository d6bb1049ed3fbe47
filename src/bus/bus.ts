import type { PalisadeError } from '../kernel/palisade-error.ts';

/**
 * The durable channel that telemetry takes from the processes that see traffic to the code that
 * stores or ships it. Delivery is at least once: whoever must not count twice keeps the number of the
 * last message of each stream.
 */
export interface Bus extends Publisher, Subscriber {
  /** Forgets a consumer that will not come back, so that messages are no longer kept for it. */
  removeConsumer(topic: string, consumer: string): Promise<void>;
  /** One entry per topic that was ever published to or consumed, ordered by name. */
  stats(): Promise<readonly TopicStats[]>;
  /** Resolves when running handlers have ended and nothing of the bus is left open. Idempotent. */
  close(): Promise<void>;
}

export interface Publisher {
  /**
   * Appends all of the batch or none of it. Payloads are what JSON keeps of them. Losing telemetry
   * must never fail the traffic it is about: a batch that cannot be kept is counted as dropped,
   * reported to `onError` and answered with `accepted: false`. Rejects only for an invalid topic name.
   */
  publish(topic: string, batch: readonly unknown[]): Promise<PublishResult>;
}

export interface PublishResult {
  readonly accepted: boolean;
}

export interface Subscriber {
  /**
   * Starts a durable consumer, where it stopped last time or, when its name is new, at the oldest
   * message that is still kept. A name is in use once at a time.
   */
  consume(options: ConsumeOptions): Promise<Subscription>;
}

export interface ConsumeOptions {
  readonly topic: string;
  readonly consumer: string;
  /** The most messages one call of the handler gets. */
  readonly batchSize: number;
  readonly handler: MessageHandler;
}

/**
 * Resolving acknowledges the batch. Throwing brings the same batch again after a backoff, for ever: a
 * handler that wants to give up on a message stores it elsewhere and resolves. The signal is aborted
 * when the bus closes, which waits for the handler.
 */
export type MessageHandler = (
  messages: readonly BusMessage[],
  signal: AbortSignal,
) => Promise<void> | void;

/** Messages of one source arrive in the order they were published; between sources there is none. */
export interface BusMessage {
  /** The same at every delivery, and unlike that of any other message of any writer. */
  readonly id: string;
  /** The writer it comes from. */
  readonly source: string;
  /** Numbers of a stream grow in the order of delivery. No two writers have the same stream. */
  readonly stream: string;
  readonly number: number;
  readonly payload: unknown;
  /** Milliseconds since the epoch. */
  readonly publishedAt: number;
}

export interface Subscription {
  /** Resolves when the running handler has ended. The consumer stays known and may start again. */
  stop(): Promise<void>;
}

export interface TopicStats {
  readonly topic: string;
  /** Messages and payload bytes kept now. */
  readonly messages: number;
  readonly bytes: number;
  /** Messages lost: pushed out by newer ones when the bound was reached, or refused. */
  readonly dropped: number;
  /** The part of `dropped` that some known consumer had not read; refused messages are in it. */
  readonly droppedUnread: number;
  readonly writers: readonly string[];
  readonly consumers: readonly ConsumerStats[];
}

export interface ConsumerStats {
  readonly consumer: string;
  /** Kept messages it has not acknowledged. */
  readonly lag: number;
}

export type BusErrorListener = (error: PalisadeError) => void;
