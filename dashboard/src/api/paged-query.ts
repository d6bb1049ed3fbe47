import { infiniteQueryOptions } from '@tanstack/react-query';
import type { ReadOperation } from './api-query.ts';
import { type ApiResponse, callApi, type InputOf } from './client.ts';

/** The next page of a list: its number, or the cursor of the API. */
type PageParam = { readonly page: number } | { readonly cursor: string } | Record<string, never>;

interface ListInfo {
  readonly page?: number;
  readonly total_pages?: number;
  readonly total_count?: number;
  readonly cursors?: { readonly after: string };
}

/** A list that is read page by page as somebody asks for more. */
export function pagedQuery<O extends ReadOperation>(operation: O, input: InputOf<O>) {
  return infiniteQueryOptions({
    queryKey: ['pages', operation, input] as const,
    initialPageParam: {} as PageParam,
    queryFn: ({ signal, pageParam }) => callApi(operation, withPage(input, pageParam), signal),
    getNextPageParam: ({ info }: ApiResponse<O>) => nextPage(info as ListInfo | undefined),
  });
}

/** All pages of a list, for an export. */
export async function readAllPages<O extends ReadOperation>(
  operation: O,
  input: InputOf<O>,
): Promise<ApiResponse<O>[]> {
  const all: ApiResponse<O>[] = [];
  for (let param: PageParam | undefined = {}; param; ) {
    const response: ApiResponse<O> = await callApi(operation, withPage(input, param));
    all.push(response);
    param = nextPage(response.info as ListInfo | undefined);
  }
  return all;
}

/** How many items there are in all pages; undefined if the API does not say. */
export function totalCount(pages: readonly { readonly info: unknown }[]): number | undefined {
  return (pages[0]?.info as ListInfo | undefined)?.total_count;
}

function nextPage(info: ListInfo | undefined): PageParam | undefined {
  if (info?.cursors?.after) return { cursor: info.cursors.after };
  const { page = 1, total_pages: last = 1 } = info ?? {};
  return page < last ? { page: page + 1 } : undefined;
}

/** Lists take either `page` or `cursor` in their query, which the types of the operation know. */
function withPage<O extends ReadOperation>(input: InputOf<O>, param: PageParam): InputOf<O> {
  const { query } = input as { query?: object };
  return { ...input, query: { ...query, ...param } };
}
