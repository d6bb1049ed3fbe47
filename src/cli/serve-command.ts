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
    // Loaded late: other commands, and invalid settings, should not cost the time and memory of a node.
    const { serve } = await import('../app/node/serve.ts');
    await serve(settings, sources);
  });
}
