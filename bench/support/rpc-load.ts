import { type LoadResult, runLoad } from './wrk.ts';

/** A call that is repeated. */
export interface RpcCall {
  readonly method: string;
  /** `%s` in a text is replaced by a new address in every call. */
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

/** Numbers the rounds, so that they begin with different addresses. */
let rounds = 0;

/** Makes calls with `wrk`, which sends the next one after the response to the last. */
export function runRpcLoad({ calls, ...load }: RpcLoad): LoadResult {
  return runLoad({ ...load, script: rpcScript([calls]) });
}

/** The body of a call, or of a batch if there are several. */
export function bodyOf(calls: readonly RpcCall[]): string {
  const items = calls.map((call, n) => ({ jsonrpc: '2.0', id: n + 1, ...call }));
  return JSON.stringify(items.length === 1 ? items[0] : items);
}

/** In Lua: sends one body after the other, and begins again. */
export function rpcScript(bodies: readonly (readonly RpcCall[])[]): string {
  rounds += 1;
  // Lua's `string.format` accepts fewer than a hundred values.
  const tables = bodies.map((calls) => {
    const texts = bodyOf(calls).split('%s');
    return `{ ${texts.map((text) => `[==[${text}]==]`).join(', ')} }`;
  });
  return `wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
local bodies = { ${tables.join(', ')} }
local ready = {}
local count, turn = 0, 0
function request()
  turn = turn % #bodies + 1
  if ready[turn] then return ready[turn] end
  local texts = bodies[turn]
  local pieces = { texts[1] }
  for n = 2, #texts do
    count = count + 1
    pieces[#pieces + 1] = string.format("0x%08x%032x", ${rounds}, count)
    pieces[#pieces + 1] = texts[n]
  end
  local text = wrk.format(nil, nil, nil, table.concat(pieces))
  if #texts == 1 then ready[turn] = text end
  return text
end`;
}
