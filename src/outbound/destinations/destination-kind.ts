import type { Clock } from '../../kernel/clock.ts';
import type { OutboundClient } from '../outbound-client.ts';
import type { BucketCredentials } from './bucket-credentials.ts';
import type { BatchForm, BatchLines } from './destination.ts';
import type { DestinationText } from './destination-text.ts';

/** The largest batch size that a job may set. It is the limit of kinds that have none of their own. */
export const MAX_JOB_BYTES = 1_000_000_000;

/** The services of a process that destinations use. */
export interface DestinationDeps {
  /** Shared by all destinations of a process, which do not close it. */
  readonly client: Pick<OutboundClient, 'request'>;
  readonly clock: Clock;
  /** Credentials that the operator has configured per bucket. */
  readonly credentials: BucketCredentials;
  /** The folder under which `file:` destinations may write; undefined if the operator has not enabled them. */
  readonly fileFolder: string | undefined;
}

/** One kind of destination, by scheme. */
export interface DestinationKind {
  /** Parses and checks the text without opening anything. Throws a `DestinationError`. */
  read(text: DestinationText): DestinationPlan;
}

export interface DestinationPlan {
  readonly kind: string;
  readonly needsChallenge: boolean;
  readonly maxBytes: number;
  readonly form: BatchForm;
  /** Bucket and path, or host and path. */
  readonly address: string;
  /** The address with its secret replaced; undefined if it contains none. */
  readonly maskedAddress?: string;
  /** All options with secrets replaced. */
  readonly maskedOptions: string;
  /** Texts that no message may contain. */
  readonly secrets: readonly string[];
  /** Throws a `DestinationError` if the process lacks a setting or credential that the destination needs. */
  open(deps: DestinationDeps): DestinationWriter;
}

/** Writes single items: batches, probes and challenges. Errors of any kind are turned into a `DestinationError` by the caller. */
export interface DestinationWriter {
  /** The destination's name in messages. */
  readonly name: string;
  /** Secrets that are not part of `destination_conf`. */
  readonly secrets?: readonly string[];
  write(item: WrittenItem, signal: AbortSignal): Promise<void>;
  /** Default: the text of the batch. */
  render?(lines: BatchLines): string;
  /** The content of a probe. Default: the JSON object that the API documents. */
  readonly probeText?: string;
  /** The path of an item at the destination. Default: its name. */
  pathOf?(item: Pick<WrittenItem, 'name' | 'time'>): string;
  close?(): Promise<void>;
}

export interface WrittenItem {
  /** Of the file or object. It is the same at each attempt, so that a repeat replaces the item. */
  readonly name: string;
  readonly id: string;
  /** The job whose batch it is; undefined for probes and challenges. */
  readonly job?: number;
  readonly body: Uint8Array;
  readonly isCompressed: boolean;
  readonly contentType: string;
  /** The time of its first line, in milliseconds since the epoch. It determines the `{DATE}` of the path. */
  readonly time: number;
}
