import { Command } from 'commander';
import { addSettingOptions, settingSources } from './settings-options.ts';

export function serveCommand(): Command {
  const command = addSettingOptions(
    new Command('serve').description('Run a node: management API, edge and background jobs'),
  );
  return command.action(async () => {
    // Loading a node takes time and memory that other commands do not need.
    const { serve } = await import('../app/node/serve.ts');
    await serve(settingSources(command));
  });
}
