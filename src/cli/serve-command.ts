import { Command } from 'commander';
import { addSettingOptions, settingSources } from './settings-options.ts';

export function serveCommand(): Command {
  const command = addSettingOptions(
    new Command('serve').description('Run a node: management API, edge and background jobs'),
  );
  return command.action(async () => {
    // A node is much to load, and no other command needs it.
    const { serve } = await import('../app/node/serve.ts');
    await serve(settingSources(command));
  });
}
