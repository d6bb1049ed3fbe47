import type { Command } from 'commander';
import type { ApiClient } from '../tools/api-client.ts';
import { addSettingOptions, settingsOf } from './settings-options.ts';

/** Turns a command into one that talks to the API: adds the flags that say which, and connects. */
export function withApi<Args extends unknown[]>(
  command: Command,
  work: (api: ApiClient, ...args: Args) => Promise<void>,
): Command {
  addSettingOptions(command, ['dataDir', 'apiListen', 'databaseUrl', 'adminToken']);
  return command.action(async (...args: unknown[]) => {
    const { connectApi } = await import('../tools/api-client.ts');
    const api = await connectApi(settingsOf(command));
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
    const answer = await api.call('GET', `${path}?per_page=50&page=${page}`);
    items.push(...(answer.result as T[]));
    if (page >= (answer.result_info?.total_pages ?? 1)) return items;
  }
}
