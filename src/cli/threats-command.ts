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
import { printTable } from './print-table.ts';
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
      'Threat feeds: domains and URLs that scripts and connections of pages are checked against',
    )
    .addCommand(importCommand())
    .addCommand(listCommand())
    .addCommand(removeCommand());
}

function importCommand(): Command {
  const command = new Command('import')
    .description('Import a list; takes the place of the feed of the same name')
    .addArgument(
      new Argument('<file-or-url>', 'list, also compressed with gzip; - is the standard input'),
    )
    .option('--name <name>', 'of the feed (default: as the file)')
    .addOption(
      new Option('--format <format>', 'how the list is spelt; auto: told from its beginning')
        .choices(['auto', ...feedFormatNames])
        .default('auto'),
    )
    .addOption(
      new Option('--category <category>', 'of entries for which the list names none; repeatable')
        .default([], 'Security threats')
        .argParser((value: string, before: readonly string[]) => [...before, value]),
    )
    .option('--json', 'print the outcome as JSON')
    .addHelpText(
      'after',
      `
Formats:
  domains  a domain or URL on each line
  hosts    as in /etc/hosts
  urlhaus  CSV with a URL, a threat and tags
  json     objects with domain or url, and categories; as a list or one on each line

A running node checks everything it knows within seconds. An import that fails changes nothing.`,
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
    const report = await withThreatFeeds(settings, (feeds) =>
      importThreats({
        feeds,
        name,
        source,
        format: flags.format === 'auto' ? undefined : flags.format,
        standard,
        outboundAllow: settings.outboundAllow,
        onProgress: progress.show,
      }),
    ).finally(progress.end);
    if (flags.json) printJson(reportOf(report));
    else print(report);
  });
}

function listCommand(): Command {
  const command = new Command('list')
    .description('List the feeds')
    .option('--json', 'print them as JSON');
  addSettingOptions(command, ['dataDir', 'databaseUrl']);
  return command.action(async ({ json }: { json?: boolean }) => {
    const { withThreatFeeds } = await import('../tools/threats/threat-feeds.ts');
    const feeds = await withThreatFeeds(settingsOf(command), (all) => all.list());
    if (json) return printJson(feeds.map(shownFeed));
    printTable(
      ['NAME', 'ENTRIES', 'FORMAT', 'IMPORTED', 'BY', 'SOURCE'],
      feeds.map((feed) => [
        feed.name,
        feed.entries.toLocaleString('en'),
        feed.format,
        new Date(feed.importedAt).toISOString(),
        feed.importedBy,
        feed.source,
      ]),
    );
  });
}

function removeCommand(): Command {
  const command = new Command('remove')
    .description('Delete a feed; what it alone knew is no longer marked')
    .argument('<name>', 'name of the feed');
  addSettingOptions(command, ['dataDir', 'databaseUrl']);
  return command.action(async (name: string) => {
    const { withThreatFeeds } = await import('../tools/threats/threat-feeds.ts');
    await withThreatFeeds(settingsOf(command), (feeds) => feeds.remove(name));
    process.stdout.write(`Removed ${name}.\n`);
  });
}

/** The path of a URL: it may end in the name of a file. */
function pathOf(source: string): string {
  const url = /^https?:/i.test(source) ? URL.parse(source) : null;
  if (!url) return source;
  return url.pathname === '/' ? url.hostname : url.pathname;
}

function print({ feed, lines, unreadable, badLines }: ThreatImportReport): void {
  const count = (value: number) => value.toLocaleString('en');
  process.stdout.write(
    `Imported ${count(lines)} lines (${feed.format}) as ${feed.name}: ${count(feed.entries)} different entries.\n`,
  );
  if (unreadable === 0) return;
  const more = unreadable > badLines.length ? ', …' : '';
  process.stdout.write(
    `Left out ${count(unreadable)} that are not of this format: line ${badLines.join(', ')}${more}\n`,
  );
}

function reportOf({ feed, lines, unreadable, badLines }: ThreatImportReport) {
  return { ...shownFeed(feed), lines, unreadable, bad_lines: badLines };
}

function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}
