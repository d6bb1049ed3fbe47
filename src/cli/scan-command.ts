import { Command } from 'commander';
import { type FileFinding, scanFiles } from '../tools/scan/scan-files.ts';
import { exitingWith, refusingWithExitCode2 } from './exit-codes.ts';
import { scanProgress } from './scan-progress.ts';

interface ScanFlags {
  readonly json?: boolean;
  readonly rule?: readonly string[];
}

export function scanCommand(): Command {
  return refusingWithExitCode2(new Command('scan'))
    .description('Look for sensitive data in files; exits with 1 when some is found')
    .argument('<path...>', 'files, or folders with all that is in them')
    .option('--json', 'print one JSON object per finding')
    .option(
      '--rule <ref>',
      'look with this rule only; for several, give it again',
      (ref: string, before: readonly string[] = []) => [...before, ref],
    )
    .addHelpText(
      'after',
      `
Findings are shown with most of the value hidden. Links in folders are not followed, files that are
no text are left out.

Exit codes:
  0  nothing was found
  1  something was found
  2  nothing was found, but something could not be read, or the arguments are wrong`,
    )
    .action(exitingWith(scan));
}

async function scan(paths: string[], { json = false, rule = [] }: ScanFlags): Promise<0 | 1 | 2> {
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
  if (totals.findings > 0) return 1;
  return problems > 0 ? 2 : 0;
}

function lineOf({ file, line, column, rule, excerpt }: FileFinding): string {
  return `${file}:${line}:${column}  ${rule}  ${excerpt}`;
}
