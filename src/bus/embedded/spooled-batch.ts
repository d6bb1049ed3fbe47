import type { SpoolBatch } from '../spool.ts';
import type { BatchHead } from './batch-file.ts';
import { decodePayload, type StoredPayload } from './stored-payload.ts';

interface SpooledBatchOptions {
  readonly stream: string;
  readonly head: BatchHead;
  readonly missed: number;
  readonly payload: StoredPayload;
}

export class SpooledBatch implements SpoolBatch {
  readonly stream: string;
  readonly first: number;
  readonly last: number;
  readonly publishedAt: number;
  readonly missed: number;
  #stored: StoredPayload | undefined;
  #decoded: unknown;

  constructor({ stream, head, missed, payload }: SpooledBatchOptions) {
    this.stream = stream;
    this.first = head.last - head.count + 1;
    this.last = head.last;
    this.publishedAt = head.publishedAt;
    this.missed = missed;
    this.#stored = payload;
  }

  payload(): unknown {
    if (this.#stored !== undefined) {
      this.#decoded = decodePayload(this.#stored);
      this.#stored = undefined;
    }
    return this.#decoded;
  }
}
