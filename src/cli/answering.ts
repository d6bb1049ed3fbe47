import type { Command } from 'commander';

/** 0 and 1 are answers; 2 says that there is none. */
type Answer = 0 | 1 | 2;

/** The action of a command that answers by its exit code. Whatever is thrown ends with 2. */
export function answering<A extends unknown[]>(
  action: (...args: A) => Promise<Answer>,
): (...args: A) => Promise<void> {
  return async (...args) => {
    process.exitCode = 2;
    process.exitCode = await action(...args);
  };
}

/** The same for arguments that the command does not understand. */
export function refusingWith2(command: Command): Command {
  return command.exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));
}
