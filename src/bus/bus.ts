import type { PalisadeError } from '../kernel/palisade-error.ts';
import type { Batch } from './encoded-batch.ts';

/**
 * The durable channel for telemetry, from the processes that handle traffic to the code that stores or ships it. Delivery is at least once:
 * a consumer that needs deduplication stores the number of the last message of each stream (`storage/topic-positions.ts`).
 */
export interface Bus extends Publisher, Subscriber {
  /** Removes a consumer that is no longer used, so that no messages are kept for it. */
  removeConsumer(topic: string, consumer: string): Promise<void>;
  /** One entry per topic that was ever published to or consumed, ordered by name. */
  stats(): Promise<readonly TopicStats[]>;
  /** Resolves when running handlers have ended and all files are closed. Idempotent. */
  close(): Promise<void>;
}

export interface Publisher {
  /**
   * Appends the whole batch or nothing. Payloads are stored as JSON, unless they are encoded already. Losing telemetry must never fail the
   * request that it describes: a batch that cannot be stored is counted as dropped and reported to `onError`, and the result is `accepted:
   * false`. Rejects only for an invalid topic name.
   */
  publish(topic: string, batch: Batch): Promise<PublishResult>;
}

export interface PublishResult {
  readonly accepted: boolean;
}

export interface Subscriber {
  /**
   * Starts a durable consumer after its last acknowledged message or, if its name is new, at the oldest stored message. Only one consumer
   * with this name can run at a time.
   */
  consume(options: ConsumeOptions): Promise<Subscription>;
}

export interface ConsumeOptions {
  readonly topic: string;
  readonly consumer: string;
  /** The maximum number of messages per call of the handler. An `EncodedBatch` that is not a list is one message. */
  readonly batchSize: number;
  readonly handler: MessageHandler;
  /** How often to look for messages of other processes; left out: as often as the bus does. */
  readonly pollMs?: number | undefined;
}

/**
 * Resolving acknowledges the batch. If it throws, the same batch is delivered again after a backoff, without
 * limit: a handler that gives up on a message must store it elsewhere and resolve. The signal aborts when
 * the bus closes, and the bus waits for the handler.
 */
export type MessageHandler = (
  messages: readonly BusMessage[],
  signal: AbortSignal,
) => Promise<void> | void;

/** Messages of one source arrive in the order in which they were published. Different sources have no order. */
export interface BusMessage {
  /** The same at every delivery, and unique among all messages of all writers. */
  readonly id: string;
  /** The name of the writer. */
  readonly source: string;
  /** Numbers of a stream grow in the order of delivery. A batch that is one message has its last number. No two writers share a stream. */
  readonly stream: string;
  readonly number: number;
  readonly payload: unknown;
  /** Milliseconds since the epoch. */
  readonly publishedAt: number;
}

export interface Subscription {
  /** Ends the backoff after a failure whose cause is gone. */
  retryNow(): void;
  /** Resolves when the running handler has ended. The consumer keeps its position and may start again. */
  stop(): Promise<void>;
}

export interface TopicStats {
  readonly topic: string;
  /** Stored messages and payload bytes. */
  readonly messages: number;
  readonly bytes: number;
  /** When the oldest message was published, in milliseconds since the epoch; 0 if there is none. */
  readonly oldestAt: number;
  /** Lost messages: removed at the size limit, or refused. In a spool, only messages that a known consumer had not read. */
  readonly dropped: number;
  /** The part of `dropped` that a known consumer had not read, including refused messages. */
  readonly droppedUnread: number;
  readonly writers: readonly string[];
  readonly consumers: readonly ConsumerStats[];
}

export interface ConsumerStats {
  readonly consumer: string;
  /** Stored messages that it has not acknowledged. */
  readonly lag: number;
}

export type BusErrorListener = (error: PalisadeError) => void;
