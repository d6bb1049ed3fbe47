import { Command } from 'commander';
import { judgementLines, judgementRecord } from '../tools/waf/describe-judgement.ts';
import { testFiles } from '../tools/waf/test-files.ts';
import { exitingWith, refusingWithExitCode2 } from './exit-codes.ts';

export function wafCommand(): Command {
  return new Command('waf').description('Try out the managed rules').addCommand(testCommand());
}

function testCommand(): Command {
  return refusingWithExitCode2(new Command('test'))
    .description('Judge HTTP requests in files by the managed rules; exits with 1 if one is found')
    .argument(
      '<path...>',
      'files with one request each, as it was sent; or folders with such files',
    )
    .option('--json', 'print one JSON object per request')
    .addHelpText(
      'after',
      `
Each request is judged by the Managed Ruleset and the OWASP Core Ruleset with their default actions, and with the scores of
every paranoia level (PL) of the core ruleset. Nothing is sent. A file has the request line, the headers, an empty line
and the body, which is all that follows.

Exit codes:
  0  no rule matched
  1  a rule matched, or a score reached the threshold at level 1
  2  a file could not be read, or the arguments are invalid`,
    )
    .action(exitingWith(test));
}

async function test(paths: string[], { json = false }: { json?: boolean }): Promise<0 | 1 | 2> {
  let found = 0;
  let problems = 0;
  await testFiles({
    paths,
    onJudgement: (file, judgement) => {
      const record = judgementRecord(file, judgement);
      if (record.decision !== 'pass') found += 1;
      const lines = json ? [JSON.stringify(record)] : judgementLines(file, judgement);
      process.stdout.write(`${lines.join('\n')}\n`);
    },
    onProblem: (file, problem) => {
      problems += 1;
      process.stderr.write(`${file}: ${problem}\n`);
    },
  });
  if (problems > 0) return 2;
  return found > 0 ? 1 : 0;
}
