import { Argument, Command, Option } from 'commander';
import { credentialsFolder, ensureDataDir } from '../app/node/data-dir.ts';
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
import { printTable } from './print-table.ts';
import { addSettingOptions, settingsOf } from './settings-options.ts';

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
    .description('Import lists; goes on where an interrupted import of the same lists stopped')
    .addArgument(
      new Argument('<file...>', 'lists, also compressed with gzip; - is the standard input'),
    )
    .option('--name <name>', 'of the store (default: as the first file)')
    .addOption(
      new Option(
        '--format <format>',
        'user:password lines, plain passwords, or SHA-1 of passwords (default: told from the file)',
      ).choices(importFormats),
    )
    .option('--replace', 'take the place of a store of the same name')
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
        `Left out ${count(report.malformed)} lines that are not of this format.\n`,
      );
    }
  });
}

function listCommand(): Command {
  const command = new Command('list').description('List what logins are checked against');
  addSettingOptions(command, ['dataDir']);
  return command.action(async () => {
    const { opened, problems, unfinished } = await listStores(folderOf(command));
    printTable(
      ['NAME', 'HOLDS', 'ENTRIES', 'MIB', 'IMPORTED'],
      [
        ['(built in)', 'pairs, passwords', '', '', ''],
        ...opened.map((store) => [
          store.name,
          [store.hasPairs && 'pairs', store.hasPasswords && 'passwords'].filter(Boolean).join(', '),
          store.entries.toLocaleString('en'),
          (store.bytes / 1024 ** 2).toFixed(1),
          new Date(store.changedAt).toISOString(),
        ]),
      ],
    );
    for (const name of unfinished) {
      process.stderr.write(`The import of ${name} is not finished; repeat it to go on.\n`);
    }
    for (const { problem } of problems) process.stderr.write(`${problem}\n`);
    if (problems.length > 0) process.exitCode = 1;
  });
}

function removeCommand(): Command {
  const command = new Command('remove')
    .description('Delete an imported store, or what an interrupted import left')
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
    .description('Say whether a login is exposed; exits with 1 when it is')
    .option('--request <file>', 'read the login from an HTTP request as text, as the edge would')
    .addHelpText(
      'after',
      `
Asks for user name and password, or reads them from the standard input, one line each.

Exit codes:
  0  not exposed
  1  exposed
  2  it could not be checked: the input or the arguments are wrong`,
    );
  addSettingOptions(command, ['dataDir']);
  const check = async ({ request }: { request?: string }) => {
    const folder = folderOf(command);
    if (request !== undefined) {
      const found = await checkRequest(folder, await readRequestFile(request));
      if (found.length === 0) process.stdout.write('no login that a managed rule knows\n');
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
  return credentialsFolder(settingsOf(command).dataDir);
}
