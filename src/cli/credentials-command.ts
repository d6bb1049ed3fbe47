import { Argument, Command, Option } from 'commander';
import { assertUsable, credentialsFolder, ensureDataDir } from '../app/node/data-dir.ts';
import {
  checkLogin,
  checkRequest,
  checkStoreName,
  type Exposure,
  listStores,
  removeStore,
  storeNameFor,
} from '../tools/credentials/credential-stores.ts';
import {
  type ImportFormat,
  importCredentials,
  importFormats,
} from '../tools/credentials/credentials-import.ts';
import { readRequestFile } from '../tools/request-file.ts';
import { askLogin } from './ask-login.ts';
import { exitingWith, refusingWithExitCode2 } from './exit-codes.ts';
import { importProgress } from './import-progress.ts';
import { type ListOptions, printList, withJsonOption } from './print-list.ts';
import { addSettingOptions, settingsOf } from './settings-options.ts';

interface ShownStore {
  readonly name: string;
  readonly holds: readonly string[];
  /** Only imported stores have this and the following members. */
  readonly entries?: number;
  readonly bytes?: number;
  readonly imported_at?: string;
}

const BUILT_IN: ShownStore = { name: '(built in)', holds: ['pairs', 'passwords'] };

interface ImportFlags {
  readonly name?: string;
  readonly format?: ImportFormat;
  readonly replace?: boolean;
  readonly restart?: boolean;
}

export function credentialsCommand(): Command {
  return new Command('credentials')
    .description('Lists of leaked credentials that logins are checked against')
    .addCommand(importCommand())
    .addCommand(listCommand())
    .addCommand(removeCommand())
    .addCommand(checkCommand());
}

function importCommand(): Command {
  const command = new Command('import')
    .description(
      'Import lists of leaked credentials; continues an interrupted import of the same lists',
    )
    .addArgument(
      new Argument('<file...>', 'lists, plain or compressed with gzip; - for standard input'),
    )
    .option('--name <name>', 'name of the store (default: that of the first file)')
    .addOption(
      new Option(
        '--format <format>',
        'user:password lines, plain passwords, or SHA-1 of passwords (default: detected from the file)',
      ).choices(importFormats),
    )
    .option('--replace', 'replace the store of the same name')
    .option('--restart', 'start over instead of continuing an interrupted import');
  addSettingOptions(command, ['dataDir']);
  return command.action(async (files: string[], flags: ImportFlags) => {
    const name = flags.name ? checkStoreName(flags.name) : storeNameFor(files[0] ?? '-');
    ensureDataDir(settingsOf(command).dataDir);
    const progress = importProgress(process.stderr);
    const report = await importCredentials({
      folder: folderOf(command),
      name,
      files,
      format: flags.format,
      replace: flags.replace,
      restart: flags.restart,
      onProgress: progress.show,
    }).finally(progress.end);
    const count = (value: number) => value.toLocaleString('en');
    const size = (report.bytes / 1024 ** 2).toFixed(1);
    process.stdout.write(
      `${report.isContinued ? 'Continued and imported' : 'Imported'} ${count(report.lines)} lines (${[...new Set(report.formats)].join(', ')}) as ${name}: ${count(report.entries)} different entries, ${size} MiB.\n`,
    );
    if (report.malformed > 0) {
      process.stdout.write(
        `Skipped ${count(report.malformed)} lines that do not have this format.\n`,
      );
    }
  });
}

function listCommand(): Command {
  const command = withJsonOption(
    new Command('list').description('List the stores that logins are checked against'),
  );
  addSettingOptions(command, ['dataDir']);
  return command.action(async (options: ListOptions) => {
    const { opened, problems, unfinished } = await listStores(folderOf(command));
    const imported = opened.map((store) => ({
      name: store.name,
      holds: [store.hasPairs ? ['pairs'] : [], store.hasPasswords ? ['passwords'] : []].flat(),
      entries: store.entries,
      bytes: store.bytes,
      imported_at: new Date(store.changedAt).toISOString(),
    }));
    const columns = {
      NAME: ({ name }: ShownStore) => name,
      HOLDS: ({ holds }: ShownStore) => holds.join(', '),
      ENTRIES: ({ entries }: ShownStore) => entries?.toLocaleString('en') ?? '',
      MIB: ({ bytes }: ShownStore) => (bytes === undefined ? '' : (bytes / 1024 ** 2).toFixed(1)),
      IMPORTED: ({ imported_at }: ShownStore) => imported_at ?? '',
    };
    printList([BUILT_IN, ...imported], { columns }, options);
    for (const name of unfinished) {
      process.stderr.write(`The import of ${name} was interrupted; run it again to continue.\n`);
    }
    for (const { problem } of problems) process.stderr.write(`${problem}\n`);
    if (problems.length > 0) process.exitCode = 1;
  });
}

function removeCommand(): Command {
  const command = new Command('remove')
    .description('Delete an imported store, or the files of an interrupted import')
    .argument('<name>', 'name of the store');
  addSettingOptions(command, ['dataDir']);
  return command.action((name: string) => {
    removeStore(folderOf(command), name);
    process.stdout.write(`Removed ${name}.\n`);
  });
}

const meanings: Readonly<Record<Exposure, string>> = {
  pair: 'exposed: user name and password were leaked together',
  password: 'exposed: the password was leaked',
  none: 'not exposed',
};

function checkCommand(): Command {
  const command = refusingWithExitCode2(new Command('check'))
    .description('Check whether a login is exposed; exits with 1 if it is')
    .option(
      '--request <file>',
      'read the login from an HTTP request in a text file, as the edge would',
    )
    .addHelpText(
      'after',
      `
Asks for user name and password. Without a terminal, reads them from standard input, one line each.

Exit codes:
  0  not exposed
  1  exposed
  2  not checked, because the input or the arguments are invalid`,
    );
  addSettingOptions(command, ['dataDir']);
  const check = async ({ request }: { request?: string }) => {
    const folder = folderOf(command);
    if (request !== undefined) {
      const found = await checkRequest(folder, await readRequestFile(request));
      if (found.length === 0) process.stdout.write('no login found by the managed rules\n');
      for (const { rule, exposure } of found) report(`${rule}: `, exposure);
      return found.some(({ exposure }) => exposure !== 'none') ? 1 : 0;
    }
    const { username, password } = await askLogin();
    const exposure = await checkLogin(folder, username, password);
    report('', exposure);
    return exposure === 'none' ? 0 : 1;
  };
  return command.action(exitingWith(check));
}

function report(prefix: string, exposure: Exposure): void {
  process.stdout.write(`${prefix}${meanings[exposure]}\n`);
}

function folderOf(command: Command): string {
  const { dataDir } = settingsOf(command);
  assertUsable(dataDir);
  return credentialsFolder(dataDir);
}
