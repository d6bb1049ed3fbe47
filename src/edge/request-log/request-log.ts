import type { Publisher } from '../../bus/bus.ts';
import { EncodedBatch } from '../../bus/encoded-batch.ts';
import {
  HTTP_REQUESTS_TOPIC,
  httpRequestColumns,
} from '../../contracts/events/http-request-event.ts';
import { ColumnWriter } from '../../kernel/columns/column-writer.ts';
import type { Exchange } from '../exchange.ts';
import type { ZoneRuntime } from '../zone-runtime.ts';
import { type RefusedConnection, writeRefused } from './write-refused.ts';
import { writeRequest } from './write-request.ts';

/**
 * A batch is published when it has this many requests, or after `FLUSH_MS` milliseconds. Substrings of a head keep the
 * whole head in memory, so the bytes of the requests are bounded, too.
 */
const BATCH = 1_024;
const BATCH_BYTES = 4 * 1024 * 1024;
const FLUSH_MS = 50;

/** Publishes the request log in batches by column. Requests never wait for it. */
export class RequestLog {
  readonly #publisher: Publisher;
  readonly #hidesSecrets: boolean;
  readonly #batch = new ColumnWriter(httpRequestColumns, BATCH);
  #bytes = 0;
  #timer: NodeJS.Timeout | undefined;

  /** `hidesSecrets`: URLs, user agents and other headers are logged without parts that look like secrets. */
  constructor(publisher: Publisher, hidesSecrets: boolean) {
    this.#publisher = publisher;
    this.#hidesSecrets = hidesSecrets;
  }

  /** `zone` is undefined if no zone serves the request. */
  add(exchange: Exchange, zone: ZoneRuntime | undefined): void {
    const { stream, responseBodyBytes } = exchange;
    writeRequest(this.#batch, exchange, zone, this.#hidesSecrets);
    this.#bytes += stream.bytesRead + stream.bytesWritten - responseBodyBytes;
    this.#added();
  }

  /** Adds a connection that ended without a valid request. */
  addRefused(refused: RefusedConnection): void {
    writeRefused(this.#batch, refused);
    this.#added();
  }

  #added(): void {
    if (this.#batch.count === BATCH || this.#bytes > BATCH_BYTES) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), FLUSH_MS);
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#bytes = 0;
    const { count } = this.#batch;
    if (count === 0) return;
    // The bus counts and reports messages that it cannot store.
    void this.#publisher.publish(HTTP_REQUESTS_TOPIC, new EncodedBatch(this.#batch.take(), count));
  }
}
