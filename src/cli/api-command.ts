import type { Command } from 'commander';
import type { ApiClient } from '../tools/api-client.ts';
import { addSettingOptions, settingsOf } from './settings-options.ts';

/** Gives a command a connection to the API, and the flags that locate the API. */
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
