import { Command } from 'commander';
import { signInUrl } from '../app/settings/sign-in-url.ts';
import { withApi } from './api-command.ts';
import { settingsOf } from './settings-options.ts';

export function dashboardCommand(): Command {
  const command = new Command('dashboard').description(
    'Print a link that opens the dashboard and signs in: once, within ten minutes',
  );
  return withApi(command, async (api) => {
    if (!api.isRemote) {
      throw new Error(
        'no node is running, so there is no dashboard to open: start it with `npm start`',
      );
    }
    const { result } = await api.call('POST', '/session/codes');
    // The route returns a code.
    const { code } = result as { code: string };
    process.stdout.write(`${signInUrl(settingsOf(command), code)}\n`);
  });
}
