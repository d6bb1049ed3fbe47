import { isDeeperThan } from '../../kernel/json-depth.ts';
import { hasRepeatedMember } from '../../kernel/json-members.ts';
import { jsonValue } from '../../kernel/json-value.ts';
import type { JsonText, RpcCall, RpcError } from './rpc-call.ts';
import { rpcErrors } from './rpc-errors.ts';

/** Even the deepest valid parameters (of simulations and filters) have fewer levels. */
const MAX_DEPTH = 64;

/** A request body: one call, a batch, or an error. */
export type ParsedBody =
  | { readonly kind: 'single'; readonly item: ParsedItem }
  | { readonly kind: 'batch'; readonly items: readonly ParsedItem[] }
  | { readonly kind: 'refused'; readonly error: RpcError };

/** A valid call, or an error in its place. */
export type ParsedItem = ValidItem | InvalidItem;

export interface ValidItem {
  /** Verbatim; undefined for a notification. */
  readonly id: JsonText | undefined;
  readonly call: RpcCall;
}

export interface InvalidItem {
  /** `null` if it cannot be read; undefined for a notification. */
  readonly id: JsonText | undefined;
  readonly error: RpcError;
}

/** Parses a JSON-RPC 2.0 request body. */
export function parseBody(text: string, maxItems: number): ParsedBody {
  if (isDeeperThan(text, MAX_DEPTH)) return refused(`The body has more than ${MAX_DEPTH} levels`);
  let body: unknown;
  try {
    body = jsonValue(text);
  } catch {
    return { kind: 'refused', error: rpcErrors.parse() };
  }
  // Parsers differ in which of two members with the same name they use.
  if (hasRepeatedMember(text, body)) return refused('An object has a duplicate member');
  if (!Array.isArray(body)) {
    return { kind: 'single', item: parseItem(body, () => exactIds(text)[0] ?? 'null') };
  }
  if (body.length === 0) return refused('The batch is empty');
  if (body.length > maxItems) return { kind: 'refused', error: rpcErrors.batchTooLarge(maxItems) };
  // Exact ids are parsed at most once per batch, because many calls of a batch may need one.
  let ids: readonly JsonText[] | undefined;
  const exact = (n: number) => {
    ids ??= exactIds(text);
    return ids[n] ?? 'null';
  };
  return { kind: 'batch', items: body.map((item, n) => parseItem(item, () => exact(n))) };
}

function refused(problem: string): ParsedBody {
  return { kind: 'refused', error: rpcErrors.invalid(problem) };
}

function parseItem(item: unknown, exact: () => JsonText): ParsedItem {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) {
    return { id: 'null', error: rpcErrors.invalid('A call must be an object') };
  }
  const { jsonrpc, method, params, id } = item as Record<string, unknown>;
  const hasId = Object.hasOwn(item, 'id');
  const idText = hasId ? textOfId(id, exact) : undefined;
  if (hasId && idText === undefined) {
    return invalidItem('null', 'The id must be a string, a number or null');
  }
  if (jsonrpc !== '2.0') return invalidItem(idText, 'The member jsonrpc must be "2.0"');
  if (typeof method !== 'string') return invalidItem(idText, 'The member method must be a string');
  const isGiven = params !== undefined && params !== null;
  if (isGiven && !Array.isArray(params)) {
    if (typeof params !== 'object') {
      return invalidItem(idText, 'The member params must be an array');
    }
    // Named parameters are valid JSON-RPC, so without an id this is a notification, which gets no response. Ethereum methods take an array.
    return { id: idText, error: rpcErrors.params('Give the parameters as an array') };
  }
  return { id: idText, call: { method, params: params ?? [] } };
}

function invalidItem(id: JsonText | undefined, problem: string): InvalidItem {
  return { id: id ?? 'null', error: rpcErrors.invalid(problem) };
}

/** Undefined if the id is invalid. */
function textOfId(id: unknown, exact: () => JsonText): JsonText | undefined {
  if (id === null || typeof id === 'string') return JSON.stringify(id);
  if (typeof id !== 'number') return undefined;
  return Number.isSafeInteger(id) && !Object.is(id, -0) ? String(id) : exact();
}

/** `JSON.parse` with source text access, which TypeScript does not declare yet. */
const parseWithSource = JSON.parse as (
  text: string,
  revive: (this: object, key: string, value: unknown, context: { source: string }) => unknown,
) => unknown;

/** The numeric id of each call as text, because a JavaScript number may not hold all its digits; `null` if a call has none. */
function exactIds(text: string): readonly JsonText[] {
  const sources = new WeakMap<object, string>();
  const body = parseWithSource(text, function (key, value, { source }) {
    if (key === 'id' && typeof value === 'number') sources.set(this, source);
    return value;
  });
  const items = Array.isArray(body) ? body : [body];
  return items.map((item) => (isObject(item) && sources.get(item)) || 'null');
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
