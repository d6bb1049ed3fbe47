import type { RpcError } from './rpc-call.ts';

const RANGE = -32047;

/** Errors of the gateway itself. Errors of upstreams are forwarded verbatim. */
export const rpcErrors = {
  parse: () => error(-32700, 'The body is not JSON', 400),
  invalid: (problem: string) => error(-32600, problem, 400),
  tooLarge: (limit: number) =>
    error(-32600, `The body is longer than ${limit} bytes; send less at once`, 413),
  batchTooLarge: (limit: number) =>
    error(-32600, `The batch has more than ${limit} calls; split it`, 413),
  tooSlow: () => error(-32600, 'The body arrived too slowly; send it faster', 408),
  contentEncoding: () =>
    error(-32600, 'The body cannot be decoded; send it as gzip, or without Content-Encoding', 415),
  contentType: () => error(-32600, 'Send the call as application/json', 415),
  /** The wording of nodes, with HTTP status 200: by both, client libraries notice that they have to use another method. */
  notOffered: (method: string, reason?: string) =>
    error(
      -32601,
      `the method ${shortened(method)} does not exist/is not available${reason === undefined ? '' : `: ${reason}`}`,
    ),
  params: (problem: string) => error(-32602, problem),
  range: (limit: number, requested: number) => ({
    ...error(RANGE, `The range may have at most ${limit} blocks, not ${requested}; split it`),
    data: JSON.stringify({ max_blocks: limit, requested_blocks: requested }),
  }),
  tooMuch: () => error(-32008, 'The result is too large; request less at once'),
  rateLimited: (retryAfter: number) => ({
    ...error(-32005, `Too many calls; try again in ${retryAfter} s`, 429),
    retryAfter,
  }),
  tooManyFilters: () => error(-32005, 'Too many filters are in use; try again later', 429),
  tooManySockets: () => error(-32005, 'Too many WebSockets are open; close some', 429),
  unauthorized: () => error(-32600, 'The access key is missing or wrong', 401),
  unknownPath: () => error(-32600, 'Send calls to /v1/ and the name of a network', 404),
  wrongHttpMethod: () => error(-32600, 'Send calls with POST', 405),
  unknownNetwork: (name: string) => error(-32001, `There is no network ${shortened(name)}`, 404),
  withdrawn: (network: string, on: string, use: string) => ({
    ...error(-32002, `The network ${network} was withdrawn on ${on}; use ${use}`, 410),
    data: JSON.stringify({ network, withdrawn_on: on, use }),
  }),
  noUpstream: (network: string) =>
    error(-32603, `No upstream is set for ${network}: name one in PALISADE_GATEWAY_UPSTREAMS`, 503),
  unavailable: (network: string, problems: readonly string[]) =>
    error(
      -32603,
      ['No upstream of', network, 'is available; try again', listed(problems)].join(' ').trim(),
      503,
    ),
  disputed: (network: string, problem: string) =>
    error(-32603, `No result for ${network} can be trusted now: ${problem}`, 502),
  notRepeated: (network: string) =>
    error(
      -32603,
      `The call to ${network} failed, and is not repeated: the upstream may have carried it out`,
      502,
    ),
  timeout: () => error(-32603, 'No upstream has responded in time; try again', 504),
  internal: () => error(-32603, 'The gateway failed; see its log', 500),
} as const satisfies Record<string, (...args: never[]) => RpcError>;

/** Whether a smaller range of blocks may succeed. */
export function isRangeError({ code }: RpcError): boolean {
  return code === RANGE;
}

function error(code: number, message: string, status?: number): RpcError {
  return { code, message, ...(status !== undefined && { status }) };
}

/** The first three texts, in parentheses. */
function listed(texts: readonly string[]): string {
  if (texts.length === 0) return '';
  return `(${texts.slice(0, 3).join('; ')}${texts.length > 3 ? '; …' : ''})`;
}

/** Limits the length of caller input in messages. */
function shortened(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
