import { Command } from 'commander';
import { checkExpressionText, evaluateExpressionText } from '../tools/expression-tool.ts';
import { readRequestFile } from '../tools/request-file.ts';

export function exprCommand(): Command {
  return new Command('expr')
    .description('The expression language of rules, on the command line')
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
    .description('Say whether an expression matches a request; exits with 1 when it does not')
    .argument('<expression>', 'the expression')
    .requiredOption('--request <file>', 'an HTTP request as text: request line, headers, body')
    .action(async (text: string, { request }: { request: string }) => {
      const { result, unknown } = evaluateExpressionText(text, await readRequestFile(request));
      process.stdout.write(`${result}\n`);
      if (unknown.length > 0) {
        process.stderr.write(`not told by the request, taken as missing: ${unknown.join(', ')}\n`);
      }
      if (!result) process.exitCode = 1;
    });
}
