import type { ReadContext } from '../../attack-reader.ts';
import { argumentFit } from './argument-fit.ts';
import { isSecretFile } from './secret-file.ts';
import { readCommand, type SimpleCommand } from './simple-command.ts';

const SHELLS = /^(?:bash|sh|dash|zsh|ksh|ash|csh|cmd|powershell|pwsh)$/;
const SHELL_PATH =
  /[/\\](?:s?bin[/\\](?:ba|z|da|k|c|a)?sh|(?:system32|syswow64)[/\\][\w\\/.]{0,40}(?:cmd|powershell)\.exe)$/i;
/** What makes a path to a shell one that was not linked: a program directory, or steps out of it. */
const UNLINKED = /\.\.[/\\;]|%2e|cgi-bin|scripts[/\\]|\.%/i;

/** A value that is a command line from its first character on. */
export function readCommandLine(text: string, context: ReadContext): void {
  const { value, role, report } = context;
  if (value.place === 'path') {
    if (SHELL_PATH.test(text)) {
      report('shell-program-path', UNLINKED.test(text) ? 'clear' : 'likely', 0, text.length);
    }
    return;
  }
  if (role === 'prose' || role === 'markup' || role === 'code' || value.place === 'header') return;
  const command = readCommand(text, 0);
  if (!command || argumentFit(command, false) !== 'fits') return;
  const strength = role === 'search' ? 'weak' : lineStrength(command);
  if (strength) report('shell-line', strength, 0, command.end);
}

/** Programs that lists of processes and traces name by their path. */
const RUNTIMES =
  /^(?:node|java|python[\d.]*|ruby|php(?:-fpm)?[\d.]*|dotnet|nginx|postgres|mysqld|redis-server)$/;

const isCodeOption = (word: string): boolean => /^-(?:e|c|r|-eval|p|-print)\b/.test(word);

function lineStrength(command: SimpleCommand): 'clear' | 'likely' | undefined {
  const { name, arguments: words, isDisguised, hasPath } = command;
  if (words.some(isSecretFile)) return 'clear';
  if (isDisguised && words.length > 0) return 'clear';
  if (SHELLS.test(name) && /^(?:-\w*[ci]\w*|\/c)$/.test(words[0] ?? '')) return 'likely';
  if (RUNTIMES.test(name) && !words.some(isCodeOption)) return undefined;
  return hasPath && words.length > 0 ? 'likely' : undefined;
}
