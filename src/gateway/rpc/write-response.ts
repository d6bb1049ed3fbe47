import { isFailure, type JsonText, type RpcError, type RpcOutcome } from './rpc-call.ts';

/** The text before the result in a response. */
export function responsePrefix(id: JsonText): string {
  return `{"jsonrpc":"2.0","id":${id},"result":`;
}

export const RESPONSE_SUFFIX = '}';

export function writeResponse(id: JsonText, outcome: RpcOutcome): JsonText {
  return isFailure(outcome)
    ? `{"jsonrpc":"2.0","id":${id},"error":${writeError(outcome.error)}}`
    : responsePrefix(id) + outcome.result + RESPONSE_SUFFIX;
}

function writeError({ code, message, data }: RpcError): JsonText {
  const rest = data === undefined ? '' : `,"data":${data}`;
  return `{"code":${code},"message":${JSON.stringify(message)}${rest}}`;
}
