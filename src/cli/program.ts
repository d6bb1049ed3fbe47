import { Command } from 'commander';
import { VERSION } from '../app/node/version.ts';
import { explainError } from '../tools/explain-error.ts';
import { completionCommand } from './completion-command.ts';
import { credentialsCommand } from './credentials-command.ts';
import { doctorCommand } from './doctor-command.ts';
import { exprCommand } from './expr-command.ts';
import { matchedDataCommand } from './matched-data-command.ts';
import { restartCommand } from './restart-command.ts';
import { scanCommand } from './scan-command.ts';
import { scriptCommand } from './script-command.ts';
import { serveCommand } from './serve-command.ts';
import { tasksCommand } from './tasks-command.ts';
import { threatsCommand } from './threats-command.ts';
import { tokenCommand } from './token-command.ts';
import { zoneCommand } from './zone-command.ts';

/** Runs the command that the arguments name, and prints what went wrong. */
export async function runProgram(args: readonly string[]): Promise<void> {
  const program = new Command('palisade')
    .description('Self-hosted edge security and delivery platform')
    .version(VERSION, '--version', 'print the version')
    .addCommand(serveCommand())
    .addCommand(restartCommand())
    .addCommand(zoneCommand())
    .addCommand(tokenCommand())
    .addCommand(credentialsCommand())
    .addCommand(exprCommand())
    .addCommand(scanCommand())
    .addCommand(matchedDataCommand())
    .addCommand(scriptCommand())
    .addCommand(threatsCommand())
    .addCommand(tasksCommand())
    .addCommand(doctorCommand())
    .addCommand(completionCommand());
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    process.stderr.write(`palisade: ${explainError(error)}\n`);
    process.exitCode ??= 1;
  }
}
