import { Argument, Command, Option } from 'commander';
import { checkStoreName, storeNameFor } from '../tools/credentials/credential-stores.ts';
import {
  type FeedFormat,
  feedFormatNames,
  shownFeed,
  threatCategory,
} from '../tools/threats/threat-options.ts';
import type { ThreatImportReport } from '../tools/threats/threats-import.ts';
import { importProgress } from './import-progress.ts';
import { type ListOptions, printJson, printList, withJsonOption } from './print-list.ts';
import { addSettingOptions, settingsOf } from './settings-options.ts';

interface ImportFlags {
  readonly name?: string;
  readonly format: FeedFormat | 'auto';
  readonly category: readonly string[];
  readonly json?: boolean;
}

export function threatsCommand(): Command {
  return new Command('threats')
    .description(
      'Threat feeds: malicious domains and URLs that the scripts and connections of pages are checked against',
    )
    .addCommand(importCommand())
    .addCommand(listCommand())
    .addCommand(removeCommand());
}

function importCommand(): Command {
  const command = new Command('import')
    .description('Import a list; replaces the feed of the same name')
    .addArgument(
      new Argument('<file-or-url>', 'list, plain or compressed with gzip; - for standard input'),
    )
    .option('--name <name>', 'name of the feed (default: that of the file)')
    .addOption(
      new Option('--format <format>', 'format of the list; auto detects it from the first lines')
        .choices(['auto', ...feedFormatNames])
        .default('auto'),
    )
    .addOption(
      new Option(
        '--category <category>',
        'category of entries for which the list names none; repeatable',
      )
        .default([], 'Security threats')
        .argParser((value: string, before: readonly string[]) => [...before, value]),
    )
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      `
Formats:
  domains  one domain or URL per line
  hosts    as in /etc/hosts
  urlhaus  CSV with a URL, a threat and tags
  json     objects with domain or url, and categories; as an array or one per line

A running node checks all known scripts and connections within seconds. An import that fails changes nothing.`,
    );
  addSettingOptions(command, ['dataDir', 'databaseUrl', 'outboundAllow']);
  return command.action(async (source: string, flags: ImportFlags) => {
    const settings = settingsOf(command);
    const name = flags.name ? checkStoreName(flags.name) : storeNameFor(pathOf(source));
    const chosen = flags.category.length > 0 ? flags.category : ['Security threats'];
    const standard = chosen.map(threatCategory);
    const { withThreatFeeds } = await import('../tools/threats/threat-feeds.ts');
    const { importThreats } = await import('../tools/threats/threats-import.ts');
    const progress = importProgress(process.stderr);
    const report = await withThreatFeeds(
      settings,
      (feeds) =>
        importThreats({
          feeds,
          name,
          source,
          format: flags.format === 'auto' ? undefined : flags.format,
          standard,
          outboundAllow: settings.outboundAllow,
          onProgress: progress.show,
        }),
      { mayInstall: true },
    ).finally(progress.end);
    if (flags.json) printJson(reportOf(report));
    else print(report);
  });
}

function listCommand(): Command {
  const command = withJsonOption(new Command('list').description('List the feeds'));
  addSettingOptions(command, ['dataDir', 'databaseUrl']);
  return command.action(async (options: ListOptions) => {
    const { withThreatFeeds } = await import('../tools/threats/threat-feeds.ts');
    const feeds = await withThreatFeeds(settingsOf(command), (all) => all.list());
    type Feed = (typeof feeds)[number];
    const columns = {
      NAME: ({ name }: Feed) => name,
      ENTRIES: ({ entries }: Feed) => entries.toLocaleString('en'),
      FORMAT: ({ format }: Feed) => format,
      IMPORTED: ({ importedAt }: Feed) => new Date(importedAt).toISOString(),
      BY: ({ importedBy }: Feed) => importedBy,
      SOURCE: ({ source }: Feed) => source,
    };
    printList(feeds, { columns, json: shownFeed }, options);
  });
}

function removeCommand(): Command {
  const command = new Command('remove')
    .description(
      'Delete a feed; entries that no other feed lists are no longer reported as malicious',
    )
    .argument('<name>', 'name of the feed');
  addSettingOptions(command, ['dataDir', 'databaseUrl']);
  return command.action(async (name: string) => {
    const { withThreatFeeds } = await import('../tools/threats/threat-feeds.ts');
    await withThreatFeeds(settingsOf(command), (feeds) => feeds.remove(name));
    process.stdout.write(`Removed ${name}.\n`);
  });
}

/** The path of a URL, which may end in the name of a file. */
function pathOf(source: string): string {
  const url = /^https?:/i.test(source) ? URL.parse(source) : null;
  if (!url) return source;
  return url.pathname === '/' ? url.hostname : url.pathname;
}

function print(report: ThreatImportReport): void {
  const { feed, changes, lines } = report;
  const counts = [
    `${count(changes.added)} new`,
    `${count(changes.changed)} changed`,
    `${count(feed.entries - changes.added - changes.changed)} as before`,
  ];
  process.stdout.write(
    `Read ${count(lines)} lines (${feed.format}). ${feed.name} has ${count(feed.entries)} entries: ${counts.join(', ')}. ${count(changes.removed)} earlier ones are gone.\n`,
  );
  const reasons = skipReasons(report);
  if (reasons.length > 0) process.stdout.write(`Skipped: ${reasons.join('; ')}.\n`);
}

function skipReasons({ skipped, repeated, badLines }: ThreatImportReport): readonly string[] {
  const { empty, local, unreadable } = skipped;
  const more = unreadable > badLines.length ? ', …' : '';
  const rows: readonly (readonly [number, string])[] = [
    [empty, 'empty or comments'],
    [repeated, 'repeated'],
    [local, 'with local names only'],
    [unreadable, `without a domain or URL in this format, in line ${badLines.join(', ')}${more}`],
  ];
  return rows.filter(([most]) => most > 0).map(([most, reason]) => `${count(most)} ${reason}`);
}

const count = (value: number) => value.toLocaleString('en');

function reportOf({ feed, changes, lines, repeated, skipped, badLines }: ThreatImportReport) {
  const { unreadable, ...others } = skipped;
  const counts = { ...changes, lines, repeated, ...others, unreadable };
  return { ...shownFeed(feed), ...counts, bad_lines: badLines };
}
