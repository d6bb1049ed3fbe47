import { type LoadResult, runLoad } from './wrk.ts';

/** A call that is made again and again. */
export interface RpcCall {
  readonly method: string;
  /** `%s` in a text stands for an address that is new in every call. */
  readonly params: readonly unknown[];
}

export interface RpcLoad {
  readonly url: string;
  /** Several are sent as a batch. */
  readonly calls: readonly RpcCall[];
  readonly connections: number;
  readonly seconds: number;
  readonly core: number;
}

/** Rounds begin with different addresses. */
let rounds = 0;

/** Makes calls with `wrk`, which sends the next one when it has the response to the last. */
export function runRpcLoad({ url, calls, connections, seconds, core }: RpcLoad): LoadResult {
  rounds += 1;
  return runLoad({ url, connections, seconds, core, script: scriptOf(bodyOf(calls), rounds) });
}

/** The body of a call, or of a batch if there are several. */
export function bodyOf(calls: readonly RpcCall[]): string {
  const items = calls.map((call, n) => ({ jsonrpc: '2.0', id: n + 1, ...call }));
  return JSON.stringify(items.length === 1 ? items[0] : items);
}

function scriptOf(body: string, round: number): string {
  const common = `wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
wrk.body = [==[${body}]==]`;
  const parts = body.split('%s');
  if (parts.length === 1) return common;
  // Lua's own formatting takes less than a hundred values.
  const texts = parts.map((part) => `[==[${part}]==]`).join(', ');
  return `${common}
local texts = { ${texts} }
local count = 0
function request()
  local pieces = { texts[1] }
  for n = 2, #texts do
    count = count + 1
    pieces[#pieces + 1] = string.format("0x%08x%032x", ${round}, count)
    pieces[#pieces + 1] = texts[n]
  end
  return wrk.format(nil, nil, nil, table.concat(pieces))
end`;
}
