import { gzipSync } from 'node:zlib';
import type { Clock } from '../../kernel/clock.ts';
import type { TextPart } from '../../kernel/text-part.ts';
import { OutboundError } from '../outbound-error.ts';
import type { BatchLines, Destination, DestinationBatch } from './destination.ts';
import { DestinationError } from './destination-error.ts';
import type { DestinationWriter, WrittenItem } from './destination-kind.ts';
import { objectName } from './object-name.ts';
import { textRecords } from './text-records.ts';
import { withoutSecrets } from './without-secrets.ts';

const PROBE_NAME = 'test.txt.gz';
const PROBE_TEXT = '{"content":"tests"}';
const CHALLENGE_NAME = 'ownership-challenge.txt';

export interface WrittenDestinationOptions {
  readonly writer: DestinationWriter;
  readonly clock: Clock;
  readonly needsChallenge: boolean;
  readonly secrets: readonly string[];
}

/** A destination on top of the writer of its kind. It turns all failures into a `DestinationError` without secrets. */
export class WrittenDestination implements Destination {
  readonly #writer: DestinationWriter;
  readonly #clock: Clock;
  readonly #secrets: readonly string[];
  readonly writeChallenge?: NonNullable<Destination['writeChallenge']>;

  constructor({ writer, clock, needsChallenge, secrets }: WrittenDestinationOptions) {
    this.#writer = writer;
    this.#clock = clock;
    this.#secrets = [...secrets, ...(writer.secrets ?? [])];
    if (needsChallenge) {
      this.writeChallenge = (token, signal) => this.#writeChallenge(token, signal);
    }
  }

  render(lines: BatchLines): Iterable<TextPart> {
    return this.#writer.render ? [this.#writer.render(lines)] : plainText(lines);
  }

  async send(batch: DestinationBatch, signal: AbortSignal): Promise<void> {
    await this.#write(
      {
        name: objectName(batch),
        id: batch.id,
        job: batch.job,
        body: batch.body,
        isCompressed: true,
        contentType: batch.contentType,
        time: batch.firstTime,
      },
      signal,
    );
  }

  async probe(signal: AbortSignal): Promise<void> {
    const now = this.#clock.now();
    const lines: BatchLines = {
      batchId: PROBE_NAME,
      records: textRecords([PROBE_TEXT]),
      times: [now],
      prefix: '',
      delimiter: '',
      suffix: '\n',
    };
    const { probeText, render } = this.#writer;
    const text = probeText ?? render?.(lines) ?? `${PROBE_TEXT}\n`;
    const item: WrittenItem = {
      name: PROBE_NAME,
      id: PROBE_NAME,
      body: gzipSync(text),
      isCompressed: true,
      contentType: 'application/x-ndjson',
      time: now,
    };
    await this.#write(item, signal, `error writing object: error uploading ${PROBE_NAME}: `);
  }

  async close(): Promise<void> {
    await this.#writer.close?.();
  }

  async #writeChallenge(token: string, signal: AbortSignal): Promise<string> {
    const item: WrittenItem = {
      name: CHALLENGE_NAME,
      id: CHALLENGE_NAME,
      body: Buffer.from(token),
      isCompressed: false,
      contentType: 'text/plain',
      time: this.#clock.now(),
    };
    await this.#write(item, signal, `error writing object: error uploading ${CHALLENGE_NAME}: `);
    return this.#writer.pathOf?.(item) ?? item.name;
  }

  async #write(item: WrittenItem, signal: AbortSignal, prefix = ''): Promise<void> {
    try {
      await this.#writer.write(item, signal);
    } catch (error) {
      throw this.#failure(error, prefix);
    }
  }

  #failure(error: unknown, prefix: string): DestinationError {
    const { name } = this.#writer;
    const message = (text: string) => prefix + withoutSecrets(text, this.#secrets);
    if (error instanceof DestinationError) {
      const { isPermanent, isTooLarge, retryAfterMs, serverMessage } = error;
      const words = serverMessage
        ? `: ${shortened(withoutSecrets(serverMessage, this.#secrets))}`
        : '';
      return new DestinationError(message(error.message) + words, {
        isPermanent,
        isTooLarge,
        retryAfterMs,
      });
    }
    if (error instanceof OutboundError) {
      const text = `${name} cannot be written to: ${error.message}`;
      return new DestinationError(message(text), { isPermanent: error.refused });
    }
    // Errors of vendors' clients may contain secrets; only the name of the error is shown.
    const type = error instanceof Error ? error.name : typeof error;
    return new DestinationError(message(`${name} cannot be written to (${type})`));
  }
}

/** The text that the output options describe. */
function* plainText({ records, prefix, delimiter, suffix }: BatchLines): Iterable<TextPart> {
  yield prefix;
  yield* records.parts(delimiter);
  yield suffix;
}

const MAX_TEXT_LENGTH = 200;

/** A message of the server as one line, limited in length. */
function shortened(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern is for control characters
  const line = text.replace(/[\u0000-\u001f\u007f-\u009f\s]+/g, ' ').trim();
  return line.length > MAX_TEXT_LENGTH ? `${line.slice(0, MAX_TEXT_LENGTH)}…` : line;
}
