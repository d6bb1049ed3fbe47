import { isFailure, type JsonText, type RpcError, type RpcOutcome } from './rpc-call.ts';

/** The response to one call, as JSON text. */
export function writeResponse(id: JsonText, outcome: RpcOutcome): JsonText {
  return isFailure(outcome)
    ? `{"jsonrpc":"2.0","id":${id},"error":${writeError(outcome.error)}}`
    : `{"jsonrpc":"2.0","id":${id},"result":${outcome.result}}`;
}

function writeError({ code, message, data }: RpcError): JsonText {
  const rest = data === undefined ? '' : `,"data":${data}`;
  return `{"code":${code},"message":${JSON.stringify(message)}${rest}}`;
}
