import { Argument, Command } from 'commander';
import { type Completable, type Shell, shells } from './completion-script.ts';

export function completionCommand(): Command {
  const command = new Command('completion')
    .description('Print a script that completes commands and flags in a shell')
    .addArgument(new Argument('<shell>', 'shell to complete in').choices(Object.keys(shells)))
    .addHelpText(
      'after',
      `
Load it in the start file of the shell:
  bash   eval "$(palisade completion bash)"
  zsh    eval "$(palisade completion zsh)", after compinit
  fish   palisade completion fish | source`,
    );
  return command.action((shell: Shell) => {
    const program = command.parent;
    if (program) process.stdout.write(shells[shell](completable(program)));
  });
}

function completable(command: Command): Completable {
  return {
    name: command.name(),
    description: command.description(),
    flags: command.options.flatMap(({ long, description }) =>
      long ? [{ name: long, description }] : [],
    ),
    commands: command.commands.map(completable),
  };
}
