import { Command } from 'commander';
import { readSettings } from '../app/settings/settings.ts';
import { addSettingOptions, settingSources } from './settings-options.ts';

export function serveCommand(): Command {
  const command = addSettingOptions(
    new Command('serve').description('Run a node: management API, edge and background jobs'),
  );
  return command.action(async () => {
    const sources = settingSources(command);
    const settings = readSettings(sources);
    // Loading a node takes time and memory that other commands do not need, nor one with a wrong setting.
    const { serve } = await import('../app/node/serve.ts');
    await serve(settings, sources);
  });
}
