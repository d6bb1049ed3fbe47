import { Command, Option } from 'commander';
import { explainError } from '../tools/explain-error.ts';
import {
  apiScores,
  dumpScored,
  isMalicious,
  librariesOf,
  type ScoredFile,
  scoreScript,
} from '../tools/score-scripts.ts';
import { printTable } from './print-table.ts';
import { learnCommand } from './script-learn-command.ts';
import { addSettingOptions, settingsOf } from './settings-options.ts';

interface ScoreOptions {
  readonly json?: boolean;
  readonly dump?: boolean;
}

export function scriptCommand(): Command {
  return new Command('script')
    .description('Classify scripts as page monitoring does')
    .addCommand(scoreCommand())
    .addCommand(learnCommand());
}

function scoreCommand(): Command {
  const command = new Command('score')
    .description('Score scripts and print the reasons; exits with 1 if one is malicious')
    .argument('<file...>', 'JavaScript files; they are not executed')
    .option('--json', 'print one JSON object per file')
    .addOption(
      new Option(
        '--dump',
        'print what was read from each file: names, constants, data flows and features with their positions',
      ).conflicts('json'),
    )
    .addHelpText(
      'after',
      '\nScores go from 1 (certainly malicious) to 99 (certainly harmless). A script with a js_integrity_score below\n10 is malicious. Files that are larger than 2 MB or not JavaScript get no scores; parts that are nested\ntoo deeply count as obfuscation. Unchanged releases of known libraries are named and get at least 80. Exits with 2 if no script is malicious but a file could not be read or scored.',
    );
  addSettingOptions(command, ['dataDir']);
  return command.action(async (files: string[], { json = false, dump = false }: ScoreOptions) => {
    const libraries = librariesOf(settingsOf(command).dataDir);
    const scored = await scoreAll(files, libraries);
    if (json) for (const it of scored) process.stdout.write(`${JSON.stringify(jsonOf(it))}\n`);
    else if (dump)
      for (const it of scored) {
        process.stdout.write(`${it.file}\n${await dumpScored(it, libraries)}\n`);
      }
    else print(scored);
    const isComplete =
      scored.length === files.length && scored.every(({ verdict }) => verdict.kind === 'scored');
    process.exitCode = scored.some(isMalicious) ? 1 : isComplete ? 0 : 2;
  });
}

async function scoreAll(
  files: readonly string[],
  libraries: ReturnType<typeof librariesOf>,
): Promise<ScoredFile[]> {
  const scored: ScoredFile[] = [];
  for (const file of files) {
    try {
      scored.push(await scoreScript(file, libraries));
    } catch (error) {
      process.stderr.write(`${file}: ${explainError(error)}\n`);
    }
  }
  return scored;
}

function jsonOf(scored: ScoredFile): object {
  const { file, verdict } = scored;
  if (verdict.kind !== 'scored') {
    return {
      file,
      ...apiScores(scored),
      reasons: [],
      not_scored: verdict.kind,
      problem: verdict.problem,
    };
  }
  const reasons = verdict.reasons.map(({ isInHiddenCode, ...reason }) => ({
    ...reason,
    in_hidden_code: isInHiddenCode,
  }));
  const { library } = verdict;
  return { file, ...apiScores(scored), malicious: isMalicious(scored), library, reasons };
}

function unchangedLibrary({ verdict }: ScoredFile): string {
  const library = verdict.kind === 'scored' ? verdict.library : undefined;
  return library?.match === 'unchanged' ? `${library.name} ${library.version}` : '';
}

function print(scored: readonly ScoredFile[]): void {
  if (scored.length === 0) return;
  printTable(
    ['FILE', 'INTEGRITY', 'MAGECART', 'MALWARE', 'CRYPTOMINING', 'OBFUSCATION', 'DATAFLOW', ''],
    scored.map((it) => [
      it.file,
      ...Object.values(apiScores(it)).map((score) => String(score ?? '-')),
      isMalicious(it) ? 'malicious' : unchangedLibrary(it),
    ]),
  );
  for (const { file, verdict } of scored) {
    if (verdict.kind !== 'scored')
      process.stdout.write(`\n${file}: ${verdict.kind}: ${verdict.problem}\n`);
    else if (verdict.reasons.length > 0) {
      process.stdout.write(`\n${file}\n`);
      for (const { line, column, points, family, id, what, isInHiddenCode } of verdict.reasons) {
        const hidden = isInHiddenCode ? ', in code that it hides' : '';
        process.stdout.write(
          `  ${`${line}:${column}`.padEnd(10)} ${String(points).padStart(3)}  ${`${family}/${id}`.padEnd(38)} ${what}${hidden}\n`,
        );
      }
    }
  }
}
