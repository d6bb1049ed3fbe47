import { randomBytes } from 'node:crypto';
import { ApiError } from '../api-error.ts';
import { codings, readWebsite, type WebsiteFile } from './website-files.ts';

export interface WebsiteOptions {
  /** The folder of the built files. */
  readonly folder: string;
  /** The first segments of paths that belong to others. */
  readonly reserved: readonly string[];
  /** The command that builds the files. */
  readonly buildCommand: string;
}

export interface WebsiteRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: { readonly accept?: string | undefined; 'accept-encoding'?: unknown };
}

export interface WebsiteResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | string;
}

/** Stands for the nonce in the built page. */
const NONCE = '__CSP_NONCE__';

const commonHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/**
 * A single-page application next to the API: its files, and its page for every other path that a browser navigates to, because the
 * application reads its state from the path. Other clients get the error of the API for paths that do not exist.
 */
export class Website {
  readonly #options: WebsiteOptions;
  /** Read at the first request, because most nodes serve none. */
  #files: ReadonlyMap<string, WebsiteFile> | undefined;

  constructor(options: WebsiteOptions) {
    this.#options = options;
  }

  /** Undefined if the website has nothing at this path. */
  respond(request: WebsiteRequest): WebsiteResponse | undefined {
    this.#files ??= readWebsite(this.#options.folder);
    const response = this.#find(request);
    if (response && request.method !== 'GET' && request.method !== 'HEAD') {
      throw new ApiError(
        'methodNotAvailable',
        { method: request.method },
        { headers: { allow: 'GET, HEAD' } },
      );
    }
    return response;
  }

  #find({ path, headers }: WebsiteRequest): WebsiteResponse | undefined {
    const isPage = path === '/' || (this.#isPagePath(path) && acceptsHtml(headers.accept));
    const page = this.#files?.get('/index.html');
    if (isPage) return page ? pageResponse(page) : notBuilt(this.#options.buildCommand);
    const file = path === '/index.html' ? undefined : this.#files?.get(path);
    return file && fileResponse(file, headers['accept-encoding']);
  }

  #isPagePath(path: string): boolean {
    const segments = path.split('/');
    const [, first = ''] = segments;
    return !this.#options.reserved.includes(first) && !segments.at(-1)?.includes('.');
  }
}

/** Browsers ask for HTML when they navigate; scripts and API clients do not. */
function acceptsHtml(accept = ''): boolean {
  return accept.includes('text/html');
}

function pageResponse({ type, bytes }: WebsiteFile): WebsiteResponse {
  const nonce = randomBytes(16).toString('base64url');
  return {
    status: 200,
    headers: {
      ...commonHeaders,
      'content-type': type,
      'cache-control': 'no-store',
      'content-security-policy': policyWith(nonce),
    },
    body: bytes.toString('utf8').replaceAll(NONCE, nonce),
  };
}

/** Scripts and styles are files of this website only. The nonce is for editors that make style elements. */
function policyWith(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The build writes a hash of the content into the names of assets, so they never change. */
function fileResponse(file: WebsiteFile, accepted: unknown): WebsiteResponse {
  const coding = codings.find(
    ({ coding }) => file.compressed.has(coding) && acceptsCoding(String(accepted ?? ''), coding),
  )?.coding;
  return {
    status: 200,
    headers: {
      ...commonHeaders,
      'content-type': file.type,
      'cache-control': 'public, max-age=31536000, immutable',
      // A file that is opened as a page of its own, such as an image with scripts in it, may do nothing.
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      vary: 'accept-encoding',
      ...(coding && { 'content-encoding': coding }),
    },
    body: (coding && file.compressed.get(coding)) ?? file.bytes,
  };
}

function acceptsCoding(accepted: string, coding: string): boolean {
  return accepted
    .toLowerCase()
    .split(',')
    .some((item) => {
      const [name = '', ...parameters] = item.split(';').map((part) => part.trim());
      return name === coding && !parameters.some((text) => /^q=0(\.0*)?$/.test(text));
    });
}

function notBuilt(command: string): WebsiteResponse {
  return {
    status: 503,
    headers: {
      ...commonHeaders,
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    },
    body: `The dashboard is not built. Run "${command}" in the folder of Palisade, then reload this page.\nThe API is documented at /docs.\n`,
  };
}
