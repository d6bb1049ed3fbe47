/**
 * Calls the API of the node that serves the dashboard. The browser adds the cookie of the session; the API accepts it only together with
 * a header that other sites cannot send.
 */
import { errorFrom, type Notice, UnreachableError } from './api-error.ts';
import type { Operations } from './operations.ts';
import { type QueryValues, requestPath } from './request-path.ts';

export const API_BASE = '/client/v4';

/** A node that hangs counts as one that does not respond. */
const TIMEOUT_MS = 30_000;

export type OperationName = keyof Operations;

/** What a call sends. Only operations with path parameters or a required body have required members. */
export type InputOf<O extends OperationName> = Needed<'params', Operations[O]['params']> &
  Needed<'query', Operations[O]['query']> &
  Pick<Operations[O], Extract<keyof Operations[O], 'body'>>;

type Needed<Name extends string, Members> =
  Record<never, never> extends Members
    ? { readonly [name in Name]?: Members }
    : { readonly [name in Name]: Members };

export type ResultOf<O extends OperationName> = Operations[O]['result'];

export interface ApiResponse<O extends OperationName> {
  readonly result: ResultOf<O>;
  /** Pages of lists. */
  readonly info: Operations[O] extends { info: infer Info } ? Info : undefined;
  /** What the caller should know although the call succeeded. */
  readonly messages: readonly Notice[];
}

interface Call {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: QueryValues;
  readonly body?: unknown;
}

/** Sends one call. Throws an ApiError if it is refused, an UnreachableError if the API does not respond. */
export async function callApi<O extends OperationName>(
  operation: O,
  input: InputOf<O>,
  signal?: AbortSignal,
): Promise<ApiResponse<O>> {
  const [method = '', template = ''] = operation.split(' ');
  // The mapped type above is the exact form of this.
  const { params = {}, query = {}, body } = input as Call;
  const text = await send(method, requestPath(template, params, query), { body, signal });
  return readEnvelope(text) as ApiResponse<O>;
}

export interface SendOptions {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

/** Sends a request to a path below the API and returns the text of a successful response. */
export async function send(
  method: string,
  path: string,
  { body, headers, signal }: SendOptions,
): Promise<string> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const init: RequestInit = {
    method,
    credentials: 'same-origin',
    headers: {
      'x-palisade-dashboard': '1',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  };
  const { response, text } = await reach(API_BASE + path, init, signal);
  if (response.ok) return text;
  const requestId = response.headers.get('x-request-id') ?? undefined;
  throw errorFrom(response.status, text, requestId);
}

async function reach(
  path: string,
  init: RequestInit,
  caller: AbortSignal | undefined,
): Promise<{ readonly response: Response; readonly text: string }> {
  try {
    const response = await fetch(path, init);
    return { response, text: await response.text() };
  } catch (error) {
    if (caller?.aborted) throw error;
    throw new UnreachableError('the API does not respond', { cause: error });
  }
}

interface Envelope {
  readonly result?: unknown;
  readonly result_info?: unknown;
  readonly messages?: readonly Notice[];
}

function readEnvelope(text: string): { result: unknown; info: unknown; messages: unknown } {
  if (text === '') return { result: undefined, info: undefined, messages: [] };
  const { result, result_info: info, messages = [] } = JSON.parse(text) as Envelope;
  return { result, info, messages };
}
