import { DISK_FULL, isDiskFull } from '../kernel/disk-errors/disk-full.ts';
import { describeError, PalisadeError } from '../kernel/palisade-error.ts';

const NAME = /^[a-z0-9-]+$/;
// With the longest suffix, a name stays below the limit of file systems (255 bytes).
const MAX_NAME_LENGTH = 100;

/** Names of topics, writers and consumers become file names, so only these characters are allowed. */
export function checkName(kind: 'topic' | 'writer' | 'consumer', name: string): void {
  if (isName(name)) return;
  throw new PalisadeError(
    'bus_invalid_name',
    `invalid ${kind} name ${JSON.stringify(name)}: use 1 to ${MAX_NAME_LENGTH} of a-z, 0-9 and -`,
  );
}

export function isName(text: string): boolean {
  return NAME.test(text) && text.length <= MAX_NAME_LENGTH;
}

export function checkBatchSize(batchSize: number): void {
  if (Number.isSafeInteger(batchSize) && batchSize > 0) return;
  throw new PalisadeError(
    'bus_invalid_batch_size',
    `invalid batch size ${batchSize}: use a whole number above 0`,
  );
}

export function nameTaken(kind: 'writer' | 'consumer', name: string): PalisadeError {
  return new PalisadeError(
    'bus_name_taken',
    `bus ${kind} "${name}" is in use: give each running ${kind} a name of its own`,
  );
}

export function busClosed(): PalisadeError {
  return new PalisadeError('bus_closed', 'the bus is closed');
}

export function notAPublisher(): PalisadeError {
  return new PalisadeError('bus_no_writer', 'the bus was opened without a writer name');
}

export function batchTooLarge(bytes: number, maxBytes: number): PalisadeError {
  return new PalisadeError(
    'bus_batch_too_large',
    `a batch of ${bytes} bytes does not fit into a topic of ${maxBytes} bytes`,
  );
}

export function publishFailed(topic: string, count: number, cause: unknown): PalisadeError {
  return new PalisadeError(
    isDiskFull(cause) ? DISK_FULL : 'bus_publish_failed',
    `dropped ${count} messages for topic "${topic}": ${describeError(cause)}`,
    { cause },
  );
}

export function trimFailed(file: string, cause: unknown): PalisadeError {
  return new PalisadeError(
    isDiskFull(cause) ? DISK_FULL : 'bus_trim_failed',
    `cannot remove old messages from ${file}: ${describeError(cause)}`,
    { cause },
  );
}

export function cursorsLost(topic: string, consumer: string, cause: unknown): PalisadeError {
  return new PalisadeError(
    'bus_cursors_lost',
    `consumer "${consumer}" of topic "${topic}" gets all kept messages again, because its cursor file was damaged: ${describeError(cause)}`,
    { cause },
  );
}

export function deliveryFailed(topic: string, consumer: string, cause: unknown): PalisadeError {
  return new PalisadeError(
    'bus_delivery_failed',
    `consumer "${consumer}" of topic "${topic}" failed and will get its batch again: ${describeError(cause)}`,
    { cause },
  );
}

export function batchDamaged(writer: string, count: number, cause: unknown): PalisadeError {
  return new PalisadeError(
    'bus_batch_damaged',
    `skipped ${count} messages of writer "${writer}" that cannot be decoded: ${describeError(cause)}`,
    { cause },
  );
}

export function readFailed(file: string, cause: unknown): PalisadeError {
  return new PalisadeError('bus_read_failed', `cannot read ${file}: ${describeError(cause)}`, {
    cause,
  });
}
