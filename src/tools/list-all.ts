import type { ApiClient } from './api-client.ts';

/** Every item of a paged list. The path may have a query. */
export async function listAll<T>(api: ApiClient, path: string, perPage = 50): Promise<T[]> {
  const items: T[] = [];
  const separator = path.includes('?') ? '&' : '?';
  for (let page = 1; ; page++) {
    const paged = `${path}${separator}per_page=${perPage}&page=${page}`;
    const { result, result_info } = await api.call('GET', paged);
    items.push(...(result as T[]));
    if (page >= (result_info?.total_pages ?? 1)) return items;
  }
}
