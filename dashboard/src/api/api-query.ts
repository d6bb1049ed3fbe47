import { queryOptions } from '@tanstack/react-query';
import { callApi, type InputOf, type OperationName } from './client.ts';

export type ReadOperation = Extract<OperationName, `GET ${string}`>;

/** Live views read again this often. The query client pauses in hidden tabs. */
export const POLL_MS = 5000;

/** A read call as a query: the operation and what it sends are its key. */
export function apiQuery<O extends ReadOperation>(operation: O, input: InputOf<O>) {
  return queryOptions({
    queryKey: [operation, input] as const,
    queryFn: ({ signal }) => callApi(operation, input, signal),
  });
}
