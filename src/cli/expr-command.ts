import { Command, InvalidArgumentError } from 'commander';
import {
  checkExpressionText,
  evaluateExpressionText,
  type KnownLists,
  readList,
} from '../tools/expression-tool.ts';
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
    .option('--list <name=kind>', 'a list that it may use, such as office=ip; repeatable', addList)
    .action((text: string, options: { list?: KnownLists }) => {
      const checked = checkExpressionText(text, options.list);
      process.stdout.write(`${checked.text}\n`);
      process.stdout.write(`fields:    ${checked.fields.join(', ') || 'none'}\n`);
      process.stdout.write(`functions: ${checked.functions.join(', ') || 'none'}\n`);
      process.stdout.write(`lists:     ${checked.lists.join(', ') || 'none'}\n`);
      if (checked.missing.length > 0) {
        process.stderr.write(`no value in any request: ${checked.missing.join(', ')}\n`);
      }
      if (checked.lists.length > 0 && !options.list) {
        process.stderr.write(
          'the existence and kind of the lists were not checked; name them with --list name=kind\n',
        );
      }
    });
}

function addList(text: string, before: KnownLists = new Map()): KnownLists {
  const list = readList(text);
  if (!list) throw new InvalidArgumentError('A list is name=kind, such as office=ip.');
  return new Map([...before, list]);
}

function evalCommand(): Command {
  return new Command('eval')
    .description('Evaluate an expression on a request; exits with 1 if it does not match')
    .argument('<expression>', 'the expression')
    .requiredOption('--request <file>', 'an HTTP request as text: request line, headers, body')
    .action(async (text: string, { request }: { request: string }) => {
      const evaluated = await evaluateExpressionText(text, await readRequestFile(request));
      const { result, isUnanimous, unknown } = evaluated;
      process.stdout.write(`${result}\n`);
      if (!isUnanimous) {
        process.stderr.write(
          'servers read the request in several ways, and the expression is true for only some of them: a blocking rule acts, a skipping rule does not\n',
        );
      }
      if (unknown.length > 0) {
        process.stderr.write(
          `not part of the request, treated as missing: ${unknown.join(', ')}\n`,
        );
      }
      if (!result) process.exitCode = 1;
    });
}
