import type { Clock } from '../../kernel/clock.ts';
import type {
  BufferedResponse,
  OutboundClient,
  OutboundRequest,
  OutboundResponse,
} from '../outbound-client.ts';
import type { DestinationWriter, WrittenItem } from './destination-kind.ts';
import { BATCH_ID_HEADER } from './option-rules.ts';
import { responseFailure } from './response-failure.ts';
import { sendTimeoutMs } from './send-timeout.ts';

/** What of a response is read; error messages are short. */
const MAX_RESPONSE_BYTES = 64 * 1024;

export interface HttpTarget extends Pick<OutboundRequest, 'furtherPorts' | 'verifyTls'> {
  /** What messages call the destination: its kind and host. */
  readonly name: string;
  readonly secrets?: readonly string[];
  readonly render?: NonNullable<DestinationWriter['render']>;
  readonly probeText?: string;
  readonly maxResponseBytes?: number;
  request(item: WrittenItem): HttpTargetRequest | Promise<HttpTargetRequest>;
  /** Throws if a response with a status of success says that something was refused. */
  check?(response: BufferedResponse): void;
  /** What a response that is no success says, in one line. Not for servers of unknown kind: what they say is not for everybody. */
  reason?(response: BufferedResponse): string | undefined;
}

export interface HttpTargetRequest extends Pick<OutboundRequest, 'url' | 'method'> {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Writes items as one HTTP request each. Redirects are not followed: the body and its credentials are for one server only. */
export class HttpWriter implements DestinationWriter {
  readonly name: string;
  readonly secrets: readonly string[];
  readonly render?: NonNullable<DestinationWriter['render']>;
  readonly probeText?: string;
  readonly #target: HttpTarget;
  readonly #client: OutboundClient;
  readonly #clock: Clock;

  constructor(target: HttpTarget, { client, clock }: { client: OutboundClient; clock: Clock }) {
    this.name = target.name;
    this.secrets = target.secrets ?? [];
    if (target.render) this.render = target.render;
    if (target.probeText !== undefined) this.probeText = target.probeText;
    this.#target = target;
    this.#client = client;
    this.#clock = clock;
  }

  async write(item: WrittenItem, signal: AbortSignal): Promise<void> {
    const { url, method = 'POST', headers } = await this.#target.request(item);
    const response = await this.#client.request({
      ...rulesOf(this.#target),
      url,
      method,
      headers: {
        'content-type': item.contentType,
        ...(item.isCompressed && { 'content-encoding': 'gzip' }),
        [BATCH_ID_HEADER]: item.id,
        ...headers,
      },
      body: item.body,
      signal,
      timeoutMs: sendTimeoutMs(item.body.byteLength),
      maxRedirects: 0,
      maxResponseBytes: Number.MAX_SAFE_INTEGER,
    });
    await this.#judge(response);
  }

  async #judge(response: OutboundResponse): Promise<void> {
    const { status, headers, url } = response;
    const isSuccess = status >= 200 && status < 300;
    const limit = this.#target.maxResponseBytes ?? MAX_RESPONSE_BYTES;
    const reading = readPrefix(response, limit);
    // Where the status says everything, what becomes of the body does not matter.
    const isDecided = isSuccess ? !this.#target.check : !this.#target.reason;
    const body = await (isDecided ? reading.catch(() => Buffer.alloc(0)) : reading);
    const read: BufferedResponse = { status, headers, url, body };
    if (isSuccess) return this.#target.check?.(read);
    throw responseFailure(this.name, response, this.#clock.now(), this.#target.reason?.(read));
  }
}

/** The first bytes of a body. Reading a short one to its end keeps the connection. */
async function readPrefix(response: OutboundResponse, limit: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body) {
    chunks.push(chunk);
    length += chunk.byteLength;
    if (length >= limit) break;
  }
  return Buffer.concat(chunks).subarray(0, limit);
}

function rulesOf({ furtherPorts = [], verifyTls = true }: HttpTarget) {
  return { requireTls: true, usualPortsOnly: true, furtherPorts, verifyTls };
}
