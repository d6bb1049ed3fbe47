/**
 * Messages in one text of JSON: a list has a message each; anything else, such as a batch by column, is delivered as one message
 * and counts as many.
 */
export class EncodedBatch {
  readonly payload: string;
  readonly length: number;
  /** Messages that were lost where they were encoded. They count like those that the bus refuses. */
  readonly droppedBefore: number;

  constructor(payload: string, length: number, droppedBefore = 0) {
    this.payload = payload;
    this.length = length;
    this.droppedBefore = droppedBefore;
  }
}

export type Batch = readonly unknown[] | EncodedBatch;

/** The batch as it is stored. */
export function payloadOf(batch: Batch): string {
  return batch instanceof EncodedBatch ? batch.payload : JSON.stringify(batch);
}
