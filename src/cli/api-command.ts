import type { Command } from 'commander';
import type { ApiClient } from '../tools/api-client.ts';
import { addSettingOptions, settingsOf } from './settings-options.ts';

/** Gives a command a connection to the API, and the flags that say where the API is. */
export function withApi<Args extends unknown[]>(
  command: Command,
  work: (api: ApiClient, ...args: Args) => Promise<void>,
  options?: { readonly mayInstall?: boolean },
): Command {
  addSettingOptions(command, ['dataDir', 'apiListen', 'databaseUrl', 'adminToken']);
  return command.action(async (...args: unknown[]) => {
    const { connectApi } = await import('../tools/api-client.ts');
    const api = await connectApi(settingsOf(command), options);
    try {
      await work(api, ...(args as Args));
    } finally {
      await api.close();
    }
  });
}

/** Every item of a paged list. */
export async function listAll<T>(api: ApiClient, path: string): Promise<T[]> {
  const items: T[] = [];
  for (let page = 1; ; page++) {
    const { result, result_info } = await api.call('GET', `${path}?per_page=50&page=${page}`);
    items.push(...(result as T[]));
    if (page >= (result_info?.total_pages ?? 1)) return items;
  }
}
