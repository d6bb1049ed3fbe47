import { isLogRefusal } from '../../catalogs/log-refusals.ts';
import type { RpcMethod } from '../../catalogs/rpc-methods/rpc-method.ts';
import { heightOf } from '../heads/block-ref.ts';
import { isFailure, type JsonText, type RpcCall, type RpcOutcome } from '../rpc/rpc-call.ts';
import { rpcErrors } from '../rpc/rpc-errors.ts';
import { quantity } from './block-tags.ts';
import { CallBudget } from './call-budget.ts';
import type { CallContext, CallHandler, ClientView } from './call-handler.ts';

/** Parts of one call that are in flight at once. */
const CONCURRENCY = 4;
/** Upstream calls for one `eth_getLogs`, retries included. */
const MAX_UPSTREAM_CALLS = 32;
/** The other calls are left for retries, and for the headers of older blocks. */
const MAX_PARTS = 24;

export interface SplitLogsOptions {
  /** The largest range that all upstreams accept, if configured. */
  readonly maxBlocks: number | undefined;
  /** For all parts together. */
  readonly maxBytes: number;
}

/** Splits `eth_getLogs` into smaller ranges if upstreams limit the range or the result. */
export function splitLogs(options: SplitLogsOptions, next: CallHandler): CallHandler {
  return async (call, context) => {
    const range = call.method === 'eth_getLogs' ? rangeOf(call) : undefined;
    if (!range) return await next(call, context);
    return await new LogQuery(call, context, range, options, next).run();
  };
}

interface Range {
  readonly from: number;
  readonly to: number;
}

interface Part extends Range {
  readonly result: JsonText;
}

function rangeOf({ params: [filter] }: RpcCall): Range | undefined {
  const { fromBlock, toBlock } = filter as Readonly<Record<string, unknown>>;
  const from = heightOf(fromBlock);
  const to = heightOf(toBlock);
  return from !== undefined && to !== undefined && from <= to ? { from, to } : undefined;
}

const lengthOf = ({ from, to }: Range) => to - from + 1;

/** The context of a part. The signal is created on first access, as in that of the whole call. */
class PartContext implements CallContext {
  readonly method: RpcMethod;
  readonly client: ClientView;
  readonly budget: CallBudget;
  readonly #whole: CallContext;

  constructor(whole: CallContext) {
    this.method = whole.method;
    this.client = whole.client;
    this.budget = new CallBudget(MAX_UPSTREAM_CALLS, (calls) => whole.charge(calls));
    this.#whole = whole;
  }

  get signal(): AbortSignal {
    return this.#whole.signal;
  }

  charge(calls: number): void {
    this.#whole.charge(calls);
  }
}

/** One `eth_getLogs`, fetched in parts. Each refusal halves the length of the parts that follow. */
class LogQuery {
  readonly #call: RpcCall;
  readonly #context: PartContext;
  readonly #range: Range;
  readonly #maxBytes: number;
  readonly #next: CallHandler;
  readonly #waiting: Range[];
  readonly #parts: Part[] = [];
  #size: number;
  #bytes = 0;
  #running = 0;
  #failure: RpcOutcome | undefined;

  constructor(
    call: RpcCall,
    context: CallContext,
    range: Range,
    { maxBlocks = Number.POSITIVE_INFINITY, maxBytes }: SplitLogsOptions,
    next: CallHandler,
  ) {
    this.#call = call;
    this.#context = new PartContext(context);
    this.#range = range;
    this.#maxBytes = maxBytes;
    this.#next = next;
    this.#waiting = [range];
    this.#size = maxBlocks;
  }

  async run(): Promise<RpcOutcome> {
    const needed = Math.ceil(lengthOf(this.#range) / this.#size);
    if (needed > MAX_PARTS) {
      const possible = this.#size * MAX_PARTS;
      return { error: rpcErrors.range(possible, lengthOf(this.#range)) };
    }
    await this.#fetchAll();
    return this.#failure ?? { result: joined(this.#parts.toSorted((a, b) => a.from - b.from)) };
  }

  #fetchAll(): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        // Until one length is known to be accepted, a refusal would apply to all parts in flight.
        const most = this.#parts.length > 0 ? CONCURRENCY : 1;
        while (!this.#failure && this.#running < most && this.#waiting.length > 0) {
          this.#running += 1;
          this.#fetch(this.#take()).then(() => {
            this.#running -= 1;
            begin();
          }, reject);
        }
        if (this.#running === 0) resolve();
      };
      begin();
    });
  }

  /** The next part, not longer than upstreams accept. */
  #take(): Range {
    const range = this.#waiting.shift() as Range; // There is one: the caller has checked.
    if (lengthOf(range) <= this.#size) return range;
    const to = range.from + this.#size - 1;
    this.#waiting.unshift({ from: to + 1, to: range.to });
    return { from: range.from, to };
  }

  async #fetch(range: Range): Promise<void> {
    const [filter] = this.#call.params as readonly [object];
    const ends = { fromBlock: quantity(range.from), toBlock: quantity(range.to) };
    const part = { ...this.#call, params: [{ ...filter, ...ends }] };
    const outcome = await this.#next(part, this.#context);
    if (!isFailure(outcome)) {
      this.#parts.push({ ...range, result: outcome.result });
      this.#bytes += outcome.result.length;
      if (this.#bytes > this.#maxBytes) this.#failure ??= { error: rpcErrors.tooMuch() };
    } else if (this.#context.budget.isSpent && this.#size < lengthOf(this.#range)) {
      this.#failure ??= { error: rpcErrors.range(this.#possible(), lengthOf(this.#range)) };
    } else if (isLogRefusal(outcome.error) && range.from < range.to) {
      this.#size = Math.min(this.#size, Math.ceil(lengthOf(range) / 2));
      this.#waiting.unshift(range);
    } else {
      this.#failure ??= outcome;
    }
  }

  /**
   * A range that another call can fetch: not longer than what this one has fetched from the first block on. Halved again and again, it has
   * exactly the length that upstreams accept.
   */
  #possible(): number {
    let next = this.#range.from;
    for (const { from, to } of this.#parts.toSorted((a, b) => a.from - b.from)) {
      if (from === next) next = to + 1;
    }
    let possible = this.#size;
    while (possible * 2 <= next - this.#range.from) possible *= 2;
    return possible;
  }
}

/** Concatenates JSON lists. */
function joined(parts: readonly Part[]): JsonText {
  const [only] = parts;
  if (parts.length === 1 && only) return only.result;
  const items = parts
    .map(({ result }) => result.trim().slice(1, -1).trim())
    .filter((text) => text !== '');
  return `[${items.join()}]`;
}
