import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { Command, InvalidArgumentError, Option } from 'commander';
import { parseSince, type ShowLogsOptions } from '../tools/logs/show-logs.ts';
import type { SimulatedJob } from '../tools/logs/simulate-job.ts';
import { addSettingOptions, settingsOf } from './settings-options.ts';

interface SimulateFlags extends Omit<SimulatedJob, 'output'> {
  readonly outputOptions: SimulatedJob['output'];
}

export function logsCommand(): Command {
  return new Command('logs')
    .description('Request logs and other datasets: read them, follow them, try a log push job')
    .addCommand(showCommand(), { isDefault: true })
    .addCommand(simulateCommand());
}

function datasetOption(): Option {
  return new Option('--dataset <name>', 'which lines').default('http_requests');
}

function showCommand(): Command {
  const command = new Command('show')
    .description('Print log lines of this node, the oldest first')
    .option('-f, --follow', 'wait for further lines and print them as they arrive')
    .option('--zone <id|name>', 'only lines of this zone')
    .addOption(datasetOption())
    .option('--filter <json>', 'only lines that pass this filter')
    .option('--fields <names>', 'print these fields, separated by commas, as JSON', (names) =>
      names.split(',').map((name) => name.trim()),
    )
    .option(
      '--since <time>',
      'start time: RFC 3339, or an age such as 90s, 15m, 2h (default: 10m; with --follow: now)',
      timeOf,
    )
    .option('--json', 'print one JSON object per line')
    .addHelpText(
      'after',
      `
A filter is JSON as log push jobs have it, for example
  '{"where":{"key":"EdgeResponseStatus","operator":"geq","value":500}}'
Lines are read from the spool of the node whose data folder this is, and stay there.`,
    );
  addSettingOptions(command, ['dataDir', 'databaseUrl']);
  return command.action(async (options: ShowLogsOptions) => {
    const { showLogs } = await import('../tools/logs/show-logs.ts');
    const stop = new AbortController();
    process.once('SIGINT', () => stop.abort());
    const print = {
      lines: (lines: string) => void process.stdout.write(lines),
      missed: (count: number) =>
        void process.stderr.write(`palisade: ${count} lines could not be read\n`),
    };
    await showLogs(settingsOf(command), options, print, stop.signal);
  });
}

function simulateCommand(): Command {
  return new Command('simulate')
    .description('Show what a log push job would send of sample lines')
    .argument('[file]', 'sample lines, a JSON object each; - for standard input', '-')
    .addOption(datasetOption())
    .option('--filter <json>', 'filter of the job')
    .option('--output-options <json>', '"output_options" of the job', objectOf, {})
    .addHelpText(
      'after',
      `
What would be sent goes to the standard output, as one batch and before compression; how many lines pass is said
on the standard error. Nothing is sampled out.`,
    )
    .action(async (file: string, { dataset, filter, outputOptions }: SimulateFlags) => {
      const { simulateJob } = await import('../tools/logs/simulate-job.ts');
      const samples = file === '-' ? await text(process.stdin) : await readFile(file, 'utf8');
      const job = { dataset, filter, output: outputOptions };
      const { sent, lines, passed } = simulateJob(job, samples);
      process.stdout.write(sent);
      process.stderr.write(`${passed} of ${lines} lines pass.\n`);
    });
}

function timeOf(given: string): number {
  const time = parseSince(given);
  if (time === undefined)
    throw new InvalidArgumentError('Expected RFC 3339, or an age such as 15m.');
  return time;
}

function objectOf(given: string): SimulatedJob['output'] {
  try {
    const value: unknown = JSON.parse(given);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Invalid JSON gets the same message.
  }
  throw new InvalidArgumentError('Expected a JSON object.');
}
