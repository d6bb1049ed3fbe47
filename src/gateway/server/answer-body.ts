import type { Caller, NetworkGateway } from '../network-gateway.ts';
import { type ParsedBody, type ParsedItem, parseBody } from '../rpc/parse-body.ts';
import { isFailure, type JsonText, type RpcError, type RpcOutcome } from '../rpc/rpc-call.ts';
import { rpcErrors } from '../rpc/rpc-errors.ts';
import { RESPONSE_SUFFIX, responsePrefix, writeResponse } from '../rpc/write-response.ts';

/** Calls of one batch that are under way at once. */
const BATCH_CONCURRENCY = 10;

/** The response to a body. */
export interface Answer {
  readonly status: number;
  /** Undefined if the caller wants no response. */
  readonly body: JsonText | PreparedBody | undefined;
  readonly retryAfter?: number;
  /** Codes of the errors in it, each once. */
  readonly errors?: readonly number[];
}

/** A body around a long result that is there as bytes. */
export interface PreparedBody {
  readonly prefix: string;
  readonly result: Buffer;
  readonly suffix: string;
}

export interface AnswerOptions {
  readonly gateway: Pick<NetworkGateway, 'call'>;
  readonly caller: Caller;
  readonly maxItems: number;
  /** Of the results of a batch together. */
  readonly maxBytes: number;
  /** Counts calls of the client; returns the seconds after which it may try again, 0 if it may go on. */
  readonly take: (calls: number) => number;
}

/** Answers a body with one call or a batch of them. */
export function answerBody(text: string, options: AnswerOptions): Answer | Promise<Answer> {
  const parsed = parseBody(text, options.maxItems);
  const seconds = options.take(parsed.kind === 'batch' ? parsed.items.length : 1);
  if (seconds > 0) return refuseAll(parsed, rpcErrors.rateLimited(seconds));
  if (parsed.kind === 'refused') return answerError(parsed.error);
  if (parsed.kind === 'single') return answerSingle(parsed.item, options);
  return answerBatch(parsed.items, options);
}

/** Refuses whatever is in a body with the same error, such as that there is no such network. */
export function refuseBody(text: string, error: RpcError, maxItems: number): Answer {
  return refuseAll(parseBody(text, maxItems), error);
}

/**
 * Clients find the error by the id of their call. A batch gets it once for each call that has an id, with the status of the error,
 * because nothing of the batch was done.
 */
function refuseAll(parsed: ParsedBody, error: RpcError): Answer {
  if (parsed.kind !== 'batch') {
    return answerError(error, parsed.kind === 'single' ? parsed.item.id : undefined);
  }
  const texts = parsed.items.flatMap(({ id }) =>
    id === undefined ? [] : [writeResponse(id, { error })],
  );
  const answer = answerError(error);
  return texts.length === 0 ? answer : { ...answer, body: `[${texts.join(',')}]` };
}

export function answerError(
  error: RpcError,
  id: JsonText = 'null',
): Answer & { readonly body: JsonText } {
  const { status = 200, retryAfter } = error;
  return {
    status,
    body: writeResponse(id, { error }),
    errors: [error.code],
    ...(retryAfter !== undefined && { retryAfter }),
  };
}

/** A body as text. */
export function bodyText(body: JsonText | PreparedBody): JsonText {
  return typeof body === 'string' ? body : body.prefix + body.result.toString() + body.suffix;
}

function answerSingle(
  item: ParsedItem,
  { gateway, caller }: AnswerOptions,
): Answer | Promise<Answer> {
  const { id } = item;
  if ('error' in item) return answerOutcome(id, item);
  const outcome = gateway.call(item.call, caller);
  return outcome instanceof Promise
    ? outcome.then((later) => answerOutcome(id, later))
    : answerOutcome(id, outcome);
}

function answerOutcome(id: JsonText | undefined, outcome: RpcOutcome): Answer {
  if (id === undefined) return { status: 204, body: undefined };
  if (isFailure(outcome)) return answerError(outcome.error, id);
  const { bytes } = outcome;
  const body = bytes && { prefix: responsePrefix(id), result: bytes, suffix: RESPONSE_SUFFIX };
  return { status: 200, body: body ?? writeResponse(id, outcome) };
}

/** One failing call does not affect the others. Equal calls are made once. */
async function answerBatch(
  items: readonly ParsedItem[],
  { gateway, caller, maxBytes }: AnswerOptions,
): Promise<Answer> {
  const calls = new Map<string, RpcOutcome | Promise<RpcOutcome>>();
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
      const key = JSON.stringify(item.call);
      const outcome = calls.get(key) ?? gateway.call(item.call, caller);
      calls.set(key, outcome);
      const made = outcome instanceof Promise ? await outcome : outcome;
      // Equal calls are made once, but each of them is answered.
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
