import { Command } from 'commander';
import type { Finding } from '../tools/doctor.ts';
import { addSettingOptions, settingSources, settingsOf } from './settings-options.ts';

const marks: Record<Finding['state'], string> = { good: 'ok   ', look: 'look ', bad: 'BAD  ' };

export function doctorCommand(): Command {
  const command = new Command('doctor')
    .description('Check ports, data folder, database, clock and versions, and say what to do')
    .option('--url <url>', 'also say whether outgoing requests may go to this URL');
  addSettingOptions(command);
  return command.action(async (options: { url?: string }) => {
    const settings = settingsOf(command);
    const { examine, examineUrl } = await import('../tools/doctor.ts');
    let worst = false;
    for await (const finding of examine(settings, settingSources(command))) {
      worst = print(finding) || worst;
    }
    if (options.url !== undefined) worst = print(await examineUrl(settings, options.url)) || worst;
    process.stdout.write(worst ? '\nSomething needs your hands.\n' : '\nReady to start.\n');
    if (worst) process.exitCode = 1;
  });
}

/** True when the finding keeps a node from running. */
function print({ state, check, detail, advice }: Finding): boolean {
  process.stdout.write(`${marks[state]} ${check.padEnd(12)} ${detail}\n`);
  if (advice) process.stdout.write(`${' '.repeat(19)}→ ${advice}\n`);
  return state === 'bad';
}
