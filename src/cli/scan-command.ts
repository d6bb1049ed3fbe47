import { Command } from 'commander';
import { type FileFinding, scanFiles } from '../app/scan-files.ts';
import { scanProgress } from './scan-progress.ts';

interface ScanFlags {
  readonly json?: boolean;
  readonly rule?: readonly string[];
}

export function scanCommand(): Command {
  return new Command('scan')
    .description('Look for sensitive data in files; exits with 1 when some is found')
    .argument('<path...>', 'files, or folders with all that is in them')
    .option('--json', 'print one JSON object per finding')
    .option('--rule <ref...>', 'look with these rules only (default: all)')
    .addHelpText(
      'after',
      '\nFindings are shown with most of the value hidden. Links are not followed, files that are no\ntext are left out. Exits with 2 when a file could not be read and nothing was found.',
    )
    .action(async (paths: string[], { json = false, rule = [] }: ScanFlags) => {
      const progress = scanProgress(process.stderr);
      let problems = 0;
      const totals = await scanFiles({
        paths,
        rules: rule,
        onProgress: progress.show,
        onFinding: (finding) => {
          progress.clear();
          process.stdout.write(`${json ? JSON.stringify(finding) : lineOf(finding)}\n`);
        },
        onProblem: (file, problem) => {
          problems += 1;
          progress.clear();
          process.stderr.write(`${file}: ${problem}\n`);
        },
      }).finally(progress.clear);
      if (!json) {
        const count = (value: number) => value.toLocaleString('en');
        process.stderr.write(
          `${count(totals.findings)} findings in ${count(totals.files)} files, ${(totals.bytes / 1024 ** 2).toFixed(1)} MiB; left out ${count(totals.binary)} files that are no text.\n`,
        );
      }
      if (totals.findings > 0) process.exitCode = 1;
      else if (problems > 0) process.exitCode = 2;
    });
}

function lineOf({ file, line, column, rule, excerpt }: FileFinding): string {
  return `${file}:${line}:${column}  ${rule}  ${excerpt}`;
}
