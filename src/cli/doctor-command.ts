import { Command } from 'commander';
import type { Finding } from '../tools/finding.ts';
import { addSettingOptions, settingFlags } from './settings-options.ts';

const labels: Record<Finding['state'], string> = {
  ok: 'ok  ',
  skipped: 'skip',
  warning: 'warn',
  error: 'FAIL',
};

export function doctorCommand(): Command {
  const command = new Command('doctor')
    .description(
      'Check ports, data folder, database, mail server, clock and versions, and advise on problems',
    )
    .option('--url <url>', 'also check whether outgoing requests may go to this URL');
  addSettingOptions(command);
  return command.action(async (options: { url?: string }) => {
    const { examinedSettings } = await import('../tools/examined-settings.ts');
    const { examine, examineUrl } = await import('../tools/doctor.ts');
    const { ownNode } = await import('../tools/own-node.ts');
    const examined = await examinedSettings(process.env, settingFlags(command));
    const { settings } = examined;
    let worst = false;
    for await (const finding of examine(examined)) worst = print(finding) || worst;
    if (options.url !== undefined) worst = print(await examineUrl(settings, options.url)) || worst;
    const node = ownNode(settings.dataDir);
    const state = node ? `The node runs, as process ${node.pid}.` : 'Ready to start.';
    process.stdout.write(
      worst ? '\nFix what is marked FAIL, then start the node.\n' : `\n${state}\n`,
    );
    if (worst) process.exitCode = 1;
  });
}

/** Returns true if the finding prevents a node from running. */
function print({ state, check, detail, advice }: Finding): boolean {
  process.stdout.write(`${labels[state]} ${check.padEnd(12)} ${detail}\n`);
  if (advice) process.stdout.write(`${' '.repeat(18)}→ ${advice}\n`);
  return state === 'error';
}
