import type { BufferedResponse } from '../outbound-client.ts';
import type { DestinationDeps, DestinationWriter, WrittenItem } from './destination-kind.ts';
import { BATCH_ID_HEADER } from './option-rules.ts';
import { type SendOptions, sendGuarded } from './send-guarded.ts';

export interface HttpTarget extends Omit<SendOptions, 'client' | 'clock' | 'readsSuccess'> {
  /** Default `POST`. */
  readonly method?: 'POST' | 'PUT';
  /** Whether items are stored as compressed files. Otherwise the compression is a `Content-Encoding` of the text. */
  readonly storesFiles?: boolean;
  readonly secrets?: readonly string[];
  readonly render?: NonNullable<DestinationWriter['render']>;
  readonly probeText?: string;
  readonly pathOf?: NonNullable<DestinationWriter['pathOf']>;
  /** The URL and the headers of the kind. Header names are in lower case. */
  request(item: WrittenItem, signal: AbortSignal): HttpTargetRequest | Promise<HttpTargetRequest>;
  /** Throws if a 2xx response reports that records were refused. */
  check?(response: BufferedResponse): void;
}

export interface HttpTargetRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Writes each item as one HTTP request. */
export function httpWriter(
  { method = 'POST', request, check, storesFiles = false, ...target }: HttpTarget,
  { client, clock }: DestinationDeps,
): DestinationWriter {
  const options = { ...target, client, clock, readsSuccess: check !== undefined };
  return {
    ...target,
    async write(item, signal) {
      const { url, headers } = await request(item, signal);
      const response = await sendGuarded(options, {
        url,
        method,
        headers: {
          ...contentHeaders(item, storesFiles),
          [BATCH_ID_HEADER]: item.id,
          ...headers,
        },
        body: item.body,
        signal,
      });
      check?.(response);
    },
  };
}

function contentHeaders({ isCompressed, contentType }: WrittenItem, storesFiles: boolean) {
  if (!isCompressed) return { 'content-type': contentType };
  return storesFiles
    ? { 'content-type': 'application/gzip' }
    : { 'content-type': contentType, 'content-encoding': 'gzip' };
}
