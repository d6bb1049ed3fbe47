import type { Command } from 'commander';

/** 0 and 1 are results; 2 means that there is no result. */
type ExitCode = 0 | 1 | 2;

/** Makes the result of an action the exit code. If the action throws, the exit code is 2. */
export function exitingWith<A extends unknown[]>(
  action: (...args: A) => Promise<ExitCode>,
): (...args: A) => Promise<void> {
  return async (...args) => {
    process.exitCode = 2;
    process.exitCode = await action(...args);
  };
}

/** Lets a command exit with 2 if its arguments are invalid. */
export function refusingWithExitCode2(command: Command): Command {
  return command.exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));
}
