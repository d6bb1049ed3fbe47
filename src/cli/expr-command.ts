import { Command } from 'commander';
import { checkExpressionText, evaluateExpressionText } from '../tools/expression-tool.ts';
import { readRequestFile } from '../tools/request-file.ts';

export function exprCommand(): Command {
  return new Command('expr')
    .description('Try out rule expressions')
    .addCommand(checkCommand())
    .addCommand(evalCommand());
}

function checkCommand(): Command {
  return new Command('check')
    .description('Check an expression; print its canonical form and the fields it uses')
    .argument('<expression>', 'such as \'http.host eq "example.com"\'')
    .action((text: string) => {
      const { text: canonical, fields, functions } = checkExpressionText(text);
      process.stdout.write(`${canonical}\n`);
      process.stdout.write(`fields:    ${fields.join(', ') || 'none'}\n`);
      process.stdout.write(`functions: ${functions.join(', ') || 'none'}\n`);
    });
}

function evalCommand(): Command {
  return new Command('eval')
    .description('Evaluate an expression on a request; exits with 1 if it does not match')
    .argument('<expression>', 'the expression')
    .requiredOption('--request <file>', 'an HTTP request as text: request line, headers, body')
    .action(async (text: string, { request }: { request: string }) => {
      const evaluated = evaluateExpressionText(text, await readRequestFile(request));
      const { result, isUnanimous, unknown } = evaluated;
      process.stdout.write(`${result}\n`);
      if (!isUnanimous) {
        process.stderr.write(
          'true for one way in which servers read the path, not for all: a rule that blocks acts, a rule that skips does not\n',
        );
      }
      if (unknown.length > 0) {
        process.stderr.write(
          `not known from the request alone, taken as missing: ${unknown.join(', ')}\n`,
        );
      }
      if (!result) process.exitCode = 1;
    });
}
