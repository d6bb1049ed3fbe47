import { Command } from 'commander';
import { serve } from '../app/serve.ts';
import { addSettingOptions, settingSources } from './settings-options.ts';

export function serveCommand(): Command {
  const command = addSettingOptions(
    new Command('serve').description('Run a node: management API, edge and background jobs'),
  );
  return command.action(() => serve(settingSources(command)));
}
