import type { OutputOptions } from '../contracts/shipping/shipping-job.ts';
import { batchTexts } from '../logs/output/defuse.ts';
import type { Destination } from '../outbound/destinations/destination.ts';
import { type GzippedText, gzipParts } from './gzip-parts.ts';
import type { OrderedLines } from './ordered-lines.ts';

const contentTypes: Record<OutputOptions['outputType'], string> = {
  ndjson: 'application/x-ndjson',
  csv: 'text/csv',
};

/** The request body of a batch. */
export interface BatchBody extends GzippedText {
  readonly contentType: string;
}

export async function batchBody(
  batchId: string,
  records: OrderedLines,
  output: OutputOptions,
  destination: Destination,
): Promise<BatchBody> {
  const { times } = records;
  const parts = destination.render({ batchId, records, times, ...batchTexts(output) });
  return { ...(await gzipParts(parts)), contentType: contentTypes[output.outputType] };
}
