import type { Command } from 'commander';

/** 0 and 1 are answers; 2 says that there is none. */
type ExitCode = 0 | 1 | 2;

/** The action of a command that answers by its exit code. Whatever is thrown ends with 2. */
export function exitingWith<A extends unknown[]>(
  action: (...args: A) => Promise<ExitCode>,
): (...args: A) => Promise<void> {
  return async (...args) => {
    process.exitCode = 2;
    process.exitCode = await action(...args);
  };
}

/** The same for arguments that the command does not understand. */
export function refusingWithExitCode2(command: Command): Command {
  return command.exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));
}
