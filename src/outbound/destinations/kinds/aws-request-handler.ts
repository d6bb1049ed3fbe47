import { Readable } from 'node:stream';
import type { S3ClientConfig } from '@aws-sdk/client-s3';
import type { OutboundMethod } from '../../outbound-client.ts';
import { type SendOptions, sendGuarded } from '../send-guarded.ts';

/** Headers that our client sets itself; they are not signed. The vendor's `user-agent` would reveal versions and variables of this machine. */
const ownHeaders: ReadonlySet<string> = new Set(['connection', 'expect', 'user-agent']);

/** The used part of a request of the AWS client. */
interface AwsRequest {
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number | undefined;
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | readonly string[] | null>> | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

type AwsRequestHandler = Extract<
  NonNullable<S3ClientConfig['requestHandler']>,
  { handle: unknown }
>;

/** Lets the AWS client send through the guarded client; it opens no connection itself. */
export function awsRequestHandler(options: SendOptions): AwsRequestHandler {
  return {
    async handle(request: AwsRequest, { abortSignal }: { abortSignal?: unknown } = {}) {
      const response = await sendGuarded(options, {
        url: urlOf(request),
        method: request.method as OutboundMethod,
        headers: Object.fromEntries(
          Object.entries(request.headers).filter(([name]) => !ownHeaders.has(name.toLowerCase())),
        ),
        body: (request.body ?? '') as Uint8Array | string,
        signal: abortSignal as AbortSignal,
      });
      const { status, headers, body } = response;
      return { response: { statusCode: status, headers, body: Readable.from([body]) } };
    },
    updateHttpClientConfig() {},
    httpHandlerConfigs: () => ({}),
  } as AwsRequestHandler;
}

function urlOf({ protocol, hostname, port, path, query = {} }: AwsRequest): string {
  const parts = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((each) => `${encoded(name)}=${encoded(each ?? '')}`),
  );
  const host = port === undefined ? hostname : `${hostname}:${port}`;
  return `${protocol}//${host}${path}${parts.length > 0 ? `?${parts.join('&')}` : ''}`;
}

/** The encoding that is signed: RFC 3986, which encodes more characters than JavaScript does. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
