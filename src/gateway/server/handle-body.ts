import type { Caller, NetworkGateway } from '../network-gateway.ts';
import { type ParsedBody, type ParsedItem, parseBody } from '../rpc/parse-body.ts';
import { isFailure, type JsonText, type RpcError, type RpcOutcome } from '../rpc/rpc-call.ts';
import { rpcErrors } from '../rpc/rpc-errors.ts';
import { RESPONSE_SUFFIX, responsePrefix, writeResponse } from '../rpc/write-response.ts';

/** Calls of one batch that are in flight at once. */
const BATCH_CONCURRENCY = 10;

/** The response to a request body. */
export interface RpcResponse {
  readonly status: number;
  /** Undefined if the body has notifications only. */
  readonly body: JsonText | PreparedBody | undefined;
  readonly retryAfter?: number;
  /** Distinct error codes in the body. */
  readonly errors?: readonly number[];
}

/** A response body around a long result that is stored as bytes. */
export interface PreparedBody {
  readonly prefix: string;
  readonly result: Buffer;
  readonly suffix: string;
}

export interface HandleBodyOptions {
  readonly gateway: Pick<NetworkGateway, 'call' | 'isStateful'>;
  readonly caller: Caller;
  readonly maxItems: number;
  /** For all results of a batch together. */
  readonly maxBytes: number;
  /** Takes calls from the client's rate limit; returns the seconds to wait before a retry, 0 if the calls are allowed. */
  readonly take: (calls: number) => number;
}

/** Handles a request body: one call or a batch. */
export function handleBody(
  text: string,
  options: HandleBodyOptions,
): RpcResponse | Promise<RpcResponse> {
  const parsed = parseBody(text, options.maxItems);
  const seconds = options.take(parsed.kind === 'batch' ? parsed.items.length : 1);
  if (seconds > 0) return refuseAll(parsed, rpcErrors.rateLimited(seconds));
  if (parsed.kind === 'refused') return errorResponse(parsed.error);
  if (parsed.kind === 'single') return handleSingle(parsed.item, options);
  return handleBatch(parsed.items, options);
}

/** Rejects all calls of a body with the same error, such as an unknown network. */
export function refuseBody(text: string, error: RpcError, maxItems: number): RpcResponse {
  return refuseAll(parseBody(text, maxItems), error);
}

/**
 * Clients match errors by the id of their call, so the error is repeated for each call of a batch that has an id. The status is that of the
 * error, because no call of the batch was made.
 */
function refuseAll(parsed: ParsedBody, error: RpcError): RpcResponse {
  if (parsed.kind !== 'batch') {
    return errorResponse(error, parsed.kind === 'single' ? parsed.item.id : undefined);
  }
  const texts = parsed.items.flatMap(({ id }) =>
    id === undefined ? [] : [writeResponse(id, { error })],
  );
  const response = errorResponse(error);
  return texts.length === 0 ? response : { ...response, body: `[${texts.join(',')}]` };
}

export function errorResponse(
  error: RpcError,
  id: JsonText = 'null',
): RpcResponse & { readonly body: JsonText } {
  const { status = 200, retryAfter } = error;
  return {
    status,
    body: writeResponse(id, { error }),
    errors: [error.code],
    ...(retryAfter !== undefined && { retryAfter }),
  };
}

export function bodyText(body: JsonText | PreparedBody): JsonText {
  return typeof body === 'string' ? body : body.prefix + body.result.toString() + body.suffix;
}

function handleSingle(
  item: ParsedItem,
  { gateway, caller }: HandleBodyOptions,
): RpcResponse | Promise<RpcResponse> {
  const { id } = item;
  if ('error' in item) return outcomeResponse(id, item);
  const outcome = gateway.call(item.call, caller);
  return outcome instanceof Promise
    ? outcome.then((later) => outcomeResponse(id, later))
    : outcomeResponse(id, outcome);
}

function outcomeResponse(id: JsonText | undefined, outcome: RpcOutcome): RpcResponse {
  if (id === undefined) return { status: 204, body: undefined };
  if (isFailure(outcome)) return errorResponse(outcome.error, id);
  const { bytes } = outcome;
  const body = bytes && { prefix: responsePrefix(id), result: bytes, suffix: RESPONSE_SUFFIX };
  return { status: 200, body: body ?? writeResponse(id, outcome) };
}

/** A failed call does not affect the others. Equal calls are made once. */
async function handleBatch(
  items: readonly ParsedItem[],
  { gateway, caller, maxBytes }: HandleBodyOptions,
): Promise<RpcResponse> {
  const calls = new Map<string | number, RpcOutcome | Promise<RpcOutcome>>();
  const outcomes: RpcOutcome[] = new Array(items.length);
  let next = 0;
  let bytes = 0;
  const work = async () => {
    for (let n = next++; n < items.length; n = next++) {
      const item = items[n] as ParsedItem; // n is below the length
      if ('error' in item) {
        outcomes[n] = item;
        continue;
      }
      if (bytes > maxBytes) {
        outcomes[n] = { error: rpcErrors.tooMuch() };
        continue;
      }
      const key = gateway.isStateful(item.call.method) ? n : JSON.stringify(item.call);
      const outcome = calls.get(key) ?? gateway.call(item.call, caller);
      calls.set(key, outcome);
      const made = outcome instanceof Promise ? await outcome : outcome;
      // The response repeats the result for each equal call.
      bytes += sizeOf(made);
      outcomes[n] = bytes > maxBytes ? { error: rpcErrors.tooMuch() } : made;
    }
  };
  await Promise.all(Array.from({ length: Math.min(BATCH_CONCURRENCY, items.length) }, work));
  const texts = items.flatMap(({ id }, n) =>
    id === undefined ? [] : [writeResponse(id, outcomes[n] as RpcOutcome)],
  );
  return texts.length === 0
    ? { status: 204, body: undefined }
    : { status: 200, body: `[${texts.join(',')}]`, errors: codesOf(outcomes) };
}

function sizeOf(outcome: RpcOutcome): number {
  return isFailure(outcome) ? 0 : (outcome.bytes?.length ?? outcome.result.length);
}

function codesOf(outcomes: readonly RpcOutcome[]): number[] {
  return [...new Set(outcomes.flatMap((each) => (isFailure(each) ? each.error.code : [])))];
}
