import type { Caller, NetworkGateway } from '../network-gateway.ts';
import { type ParsedItem, parseBody } from '../rpc/parse-body.ts';
import { isFailure, type JsonText, type RpcError, type RpcOutcome } from '../rpc/rpc-call.ts';
import { rpcErrors } from '../rpc/rpc-errors.ts';
import { writeResponse } from '../rpc/write-response.ts';

/** Calls of one batch that are under way at once. */
const BATCH_CONCURRENCY = 10;

/** The response to a body. */
export interface Answer {
  readonly status: number;
  /** Undefined if the caller wants no response. */
  readonly body: JsonText | undefined;
  readonly retryAfter?: number;
}

export interface AnswerOptions {
  readonly gateway: Pick<NetworkGateway, 'call'>;
  readonly caller: Caller;
  readonly maxItems: number;
  /** Counts calls of the client; returns the seconds after which it may try again, 0 if it may go on. */
  readonly take: (calls: number) => number;
}

/** Answers a body with one call or a batch of them. */
export async function answerBody(text: string, options: AnswerOptions): Promise<Answer> {
  const parsed = parseBody(text, options.maxItems);
  if (parsed.kind === 'refused') return answerError(parsed.error);
  const items = parsed.kind === 'batch' ? parsed.items : [parsed.item];
  const seconds = options.take(items.length);
  if (seconds > 0) {
    const [first] = items;
    const id = parsed.kind === 'single' ? first?.id : undefined;
    return answerError(rpcErrors.rateLimited(seconds), id);
  }
  if (parsed.kind === 'single') return await answerSingle(parsed.item, options);
  return await answerBatch(parsed.items, options);
}

export function answerError(error: RpcError, id: JsonText = 'null'): Answer {
  const { status = 200, retryAfter } = error;
  return {
    status,
    body: writeResponse(id, { error }),
    ...(retryAfter !== undefined && { retryAfter }),
  };
}

async function answerSingle(item: ParsedItem, { gateway, caller }: AnswerOptions): Promise<Answer> {
  const outcome = 'error' in item ? item : await gateway.call(item.call, caller);
  if (item.id === undefined) return { status: 204, body: undefined };
  return isFailure(outcome)
    ? answerError(outcome.error, item.id)
    : { status: 200, body: writeResponse(item.id, outcome) };
}

/** One failing call does not affect the others. Equal calls are made once. */
async function answerBatch(
  items: readonly ParsedItem[],
  { gateway, caller }: AnswerOptions,
): Promise<Answer> {
  const made = new Map<string, Promise<RpcOutcome>>();
  const outcomes: RpcOutcome[] = new Array(items.length);
  let next = 0;
  const work = async () => {
    for (let n = next++; n < items.length; n = next++) {
      const item = items[n] as ParsedItem; // n is below the length
      if ('error' in item) {
        outcomes[n] = item;
        continue;
      }
      const key = JSON.stringify(item.call);
      const outcome = made.get(key) ?? gateway.call(item.call, caller);
      made.set(key, outcome);
      outcomes[n] = await outcome;
    }
  };
  await Promise.all(Array.from({ length: Math.min(BATCH_CONCURRENCY, items.length) }, work));
  const texts = items.flatMap(({ id }, n) =>
    id === undefined ? [] : [writeResponse(id, outcomes[n] as RpcOutcome)],
  );
  return texts.length === 0
    ? { status: 204, body: undefined }
    : { status: 200, body: `[${texts.join(',')}]` };
}
