import type { AttackReader, ReadContext } from '../../attack-reader.ts';
import { readAssembledCommand } from './assembled-command.ts';
import { readCommandLine } from './command-line.ts';
import { commandSigns } from './command-signs.ts';
import { commandStarts } from './command-starts.ts';
import { commandStrength } from './command-strength.ts';
import { readOptionInjection } from './option-injection.ts';
import { readPowerShell } from './power-shell.ts';
import { readReverseShell } from './reverse-shell.ts';
import { readShellFunction } from './shell-function.ts';
import { shellTriggers } from './shell-triggers.ts';
import { readCommand } from './simple-command.ts';

/** Characters that a start and the command behind it cost at most. */
const START_STEPS = 32;
const COMMAND_STEPS = 512;

/** Reads a value as a shell command: POSIX shells, the Windows command interpreter and PowerShell. */
export const shellReader: AttackReader = {
  name: 'shell',
  triggers: shellTriggers,
  read(text, context) {
    readShellFunction(text, context);
    readReverseShell(text, context);
    // Scripts are files that people send; what they contain is not run because of that.
    if (context.value.place === 'file' && context.value.isName !== true) return;
    readOptionInjection(text, context);
    readPowerShell(text, context);
    readCommandLine(text, context);
    readAssembledCommand(text, context);
    readCommands(text, context);
  },
};

function readCommands(text: string, context: ReadContext): void {
  // In a sentence, what stands between backticks is shown and not run; neither is its second part.
  let shownUntil = -1;
  for (const start of commandStarts(text, context.budget)) {
    if (!context.budget.take(START_STEPS)) return;
    const command = readCommand(text, start.end);
    if (!command) continue;
    if (!context.budget.take(COMMAND_STEPS)) return;
    const strength = commandStrength(command, start, text, context);
    if (strength === undefined) continue;
    if (start.opening === '`' && strength === 'weak') shownUntil = text.indexOf('`', start.end);
    const reported = start.at < shownUntil ? 'weak' : strength;
    for (const sign of commandSigns(command, start, text)) {
      context.report(sign, reported, start.at, command.end);
    }
  }
}
