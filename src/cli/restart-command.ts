import { Command } from 'commander';
import { addSettingOptions, settingsOf } from './settings-options.ts';

/** Long enough for running jobs, and requests of an earlier restart, to finish. */
const TIMEOUT_MS = 120_000;

export function restartCommand(): Command {
  const command = new Command('restart').description(
    'Restart the node of the data folder; visitors are served without interruption',
  );
  addSettingOptions(command, ['dataDir']);
  return command.action(async () => {
    const { restartNode } = await import('../tools/restart-node.ts');
    const { pid, waitsForDatabase } = await restartNode(settingsOf(command), TIMEOUT_MS);
    process.stdout.write(`Restarted: process ${pid} serves.\n`);
    if (waitsForDatabase) {
      process.stdout.write('It waits for its database; its log shows the reason.\n');
    }
  });
}
