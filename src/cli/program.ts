import { Command } from 'commander';
import { VERSION } from '../app/node/version.ts';
import { explainError } from '../tools/explain-error.ts';

/** Every command with the file that it is loaded from, in the order of the help text. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./serve-command.ts')).serveCommand(),
  restart: async () => (await import('./restart-command.ts')).restartCommand(),
  dashboard: async () => (await import('./dashboard-command.ts')).dashboardCommand(),
  zone: async () => (await import('./zone-command.ts')).zoneCommand(),
  token: async () => (await import('./token-command.ts')).tokenCommand(),
  credentials: async () => (await import('./credentials-command.ts')).credentialsCommand(),
  expr: async () => (await import('./expr-command.ts')).exprCommand(),
  scan: async () => (await import('./scan-command.ts')).scanCommand(),
  waf: async () => (await import('./waf-command.ts')).wafCommand(),
  'matched-data': async () => (await import('./matched-data-command.ts')).matchedDataCommand(),
  script: async () => (await import('./script-command.ts')).scriptCommand(),
  threats: async () => (await import('./threats-command.ts')).threatsCommand(),
  logs: async () => (await import('./logs-command.ts')).logsCommand(),
  'migrate-notifications': async () =>
    (await import('./migrate-notifications-command.ts')).migrateNotificationsCommand(),
  'migrate-waf': async () => (await import('./migrate-waf-command.ts')).migrateWafCommand(),
  tasks: async () => (await import('./tasks-command.ts')).tasksCommand(),
  doctor: async () => (await import('./doctor-command.ts')).doctorCommand(),
  completion: async () => (await import('./completion-command.ts')).completionCommand(),
};
/** Its script lists all commands, so they are all loaded for it. */
const COMPLETION = 'completion';

/** Runs the command that the arguments name, and prints what went wrong. */
export async function runProgram(args: readonly string[]): Promise<void> {
  const program = new Command('palisade')
    .description('Self-hosted edge security and delivery platform')
    .version(VERSION, '--version', 'print the version')
    // Only before the name of a command: `script learn` has an option of the same name.
    .enablePositionalOptions();
  for (const load of neededFor(args[0])) program.addCommand(await load());
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    process.stderr.write(`palisade: ${explainError(error)}\n`);
    process.exitCode ??= 1;
  }
}

/** Loads only the command that runs, because all of them take a fifth of a second. Help and suggestions need all of them. */
function neededFor(name = ''): (() => Promise<Command>)[] {
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  return load && name !== COMPLETION ? [load] : Object.values(commands);
}
