import { Command } from 'commander';
import { ensureDataDir } from '../app/node/data-dir.ts';
import { learnLibrary } from '../tools/learn-library.ts';
import { addSettingOptions, settingsOf } from './settings-options.ts';
import { statusLine } from './status-line.ts';

interface LearnFlags {
  readonly name?: string;
  readonly version?: string;
}

export function learnCommand(): Command {
  const command = new Command('learn')
    .description('Learn a release of a library, so that its unchanged files are recognised')
    .argument('<dir>', 'folder with the files of the release, such as an unpacked npm package')
    .option('--name <name>', 'name of the library (default: that in package.json)')
    .option('--version <version>', 'version of the release (default: that in package.json)')
    .addHelpText(
      'after',
      `
Reads all .js, .mjs and .cjs files below the folder, without executing them, but not node_modules. Learn
only what you trust: an unchanged file of a learned release is never malicious. The running node uses what
was learned from its next verdict on; a file that is learned already is not added again.`,
    );
  addSettingOptions(command, ['dataDir']);
  return command.action(async (folder: string, { name, version }: LearnFlags) => {
    const { dataDir } = settingsOf(command);
    ensureDataDir(dataDir);
    const line = statusLine(process.stderr);
    const report = await learnLibrary({
      folder,
      name,
      version,
      dataDir,
      onProgress: (files, file) => line.show(`${files} files  ${file}`),
      onProblem: (file, problem) => {
        line.clear();
        process.stderr.write(`${file}: ${problem}\n`);
      },
    }).finally(line.clear);
    const count = (value: number) => value.toLocaleString('en');
    process.stdout.write(
      `${report.name} ${report.version}: learned ${count(report.learned)} files; ${count(report.known)} were known, ${count(report.skipped)} skipped.\n`,
    );
  });
}
