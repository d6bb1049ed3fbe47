/**
 * Messages in one JSON text. Each item of a list is a message. Anything else, such as a columnar batch, is delivered as one message and
 * counts as many.
 */
export class EncodedBatch {
  readonly payload: string;
  readonly length: number;
  /** Messages that were lost before they were encoded. They count like refused ones. */
  readonly droppedBefore: number;

  constructor(payload: string, length: number, droppedBefore = 0) {
    this.payload = payload;
    this.length = length;
    this.droppedBefore = droppedBefore;
  }
}

export type Batch = readonly unknown[] | EncodedBatch;

/** The stored form of the batch. */
export function payloadOf(batch: Batch): string {
  return batch instanceof EncodedBatch ? batch.payload : JSON.stringify(batch);
}
