import { Command } from 'commander';
import { PalisadeError } from '../kernel/palisade-error.ts';
import { doctorCommand } from './doctor-command.ts';
import { serveCommand } from './serve-command.ts';
import { tokenCommand } from './token-command.ts';
import { zoneCommand } from './zone-command.ts';

const program = new Command('palisade')
  .description('Self-hosted edge security and delivery platform')
  .addCommand(serveCommand())
  .addCommand(zoneCommand())
  .addCommand(tokenCommand())
  .addCommand(doctorCommand());

try {
  await program.parseAsync();
} catch (error) {
  // What we throw on purpose explains itself; for anything else the stack helps.
  const expected = error instanceof PalisadeError || (error as Error).constructor === Error;
  process.stderr.write(
    `palisade: ${expected ? (error as Error).message : (error as Error).stack}\n`,
  );
  process.exitCode = 1;
}
