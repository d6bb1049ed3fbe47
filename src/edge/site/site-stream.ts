import type { Socket } from 'node:net';
import type { SiteResult } from '../../contracts/site-request.ts';
import { HeaderList } from '../../transport/header-list.ts';
import type { ConnectionInfo, Fields, HttpStream } from '../../transport/http-stream.ts';

/**
 * No visitor has this address, so rules that allow certain addresses do not match requests of the node. Otherwise an
 * attacker could report the URL of a protected resource as a script, and the node would fetch the resource.
 */
export const NO_ADDRESS = '0.0.0.0';

/** A GET request of the node itself, whose response stays in memory. */
export class SiteStream implements HttpStream {
  readonly version = '1.1';
  readonly method = 'GET';
  readonly target: string;
  readonly headers: HeaderList;
  readonly connection: ConnectionInfo;
  readonly body = undefined;
  readonly isUpgrade = false;
  readonly bytesRead = 0;
  bytesWritten = 0;
  hasResponded = false;
  isClosed = false;
  onClose = (): void => {};
  onDrain = (): void => {};
  readonly result: Promise<SiteResult>;
  readonly #resolve: (result: SiteResult) => void;
  readonly #maxBytes: number;
  readonly #chunks: Buffer[] = [];
  #status = 0;
  #fields: Fields = [];

  constructor(url: URL, maxBytes: number) {
    this.target = `${url.pathname}${url.search}`;
    const fields = {
      host: url.host,
      'user-agent': 'Palisade',
      accept: '*/*',
      'accept-encoding': 'gzip, br',
    };
    this.headers = new HeaderList(Object.entries(fields).flat(), Object.keys(fields));
    const isSecure = url.protocol === 'https:';
    this.connection = {
      remoteAddress: NO_ADDRESS,
      remotePort: 0,
      localAddress: NO_ADDRESS,
      localPort: 0,
      tls: isSecure ? { protocol: '', cipher: '', serverName: url.hostname } : undefined,
    };
    this.#maxBytes = maxBytes;
    const { promise, resolve } = Promise.withResolvers<SiteResult>();
    this.result = promise;
    this.#resolve = resolve;
  }

  endConnection(): void {}

  retireConnection(): void {}

  inform(): void {}

  respond(status: number, _reason: string, fields: Fields): void {
    this.hasResponded = true;
    this.#status = status;
    this.#fields = fields;
  }

  flush(): void {}

  write(bytes: Buffer): boolean {
    this.bytesWritten += bytes.length;
    if (this.bytesWritten > this.#maxBytes) this.abort();
    // A copy, because the caller may reuse the memory.
    else this.#chunks.push(Buffer.from(bytes));
    return true;
  }

  end(bytes?: Buffer | string): void {
    if (bytes !== undefined) this.write(Buffer.from(bytes));
    const headers: Record<string, string> = {};
    for (let i = 0; i < this.#fields.length; i += 2) {
      headers[this.#fields[i]?.toLowerCase() ?? ''] = this.#fields[i + 1] ?? '';
    }
    this.#close({ status: this.#status, headers, body: Buffer.concat(this.#chunks) });
  }

  takeOver(): { readonly socket: Socket; readonly received: Buffer } {
    throw new Error('a request of the node cannot be upgraded to another protocol');
  }

  abort(): void {
    this.#close('failed');
  }

  #close(result: SiteResult): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.#resolve(result);
    // Asynchronous, because the caller may record the end of the response after this call.
    queueMicrotask(() => this.onClose());
  }
}
