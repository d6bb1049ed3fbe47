import type { Strength } from '../../../../catalogs/attacks/strength.ts';
import type { ReadContext } from '../../attack-reader.ts';
import { type ArgumentFit, argumentFit } from './argument-fit.ts';
import type { CommandStart } from './command-starts.ts';
import { readCommand, type SimpleCommand } from './simple-command.ts';

/** What can stand after a command: an operator, the quote or bracket around it, a comment. */
const AFTER = new Set(['', ';', '|', '&', '\n', '\r', ')', '`', "'", '"', '#', '\0']);
/** What can stand before a command that is a word as well: the end of a value that it was appended to. */
const COMPLETE_BEFORE = /(?:^|[\d'")\]}])\s*$/;
const ASSIGNED_BEFORE = /[?=][^ ]*$/;
const WORDS_BEFORE = /[A-Za-z]{2,}[,.:]?\s/;
/** What a command before a pipe has, and the items of a list have not. */
const PIPED_BEFORE = /[/=$]|\bbase64\b|-\w/;
const MAX_BEFORE = 64;

/** How certain it is that a command at this place is one; undefined if it is not. */
export function commandStrength(
  command: SimpleCommand,
  start: CommandStart,
  text: string,
  { role, value }: ReadContext,
): Strength | undefined {
  if (!AFTER.has(command.terminator) || !isClosed(command, start)) return undefined;
  const fit = argumentFit(command, start.opening === '|');
  if (fit === 'loose') return command.isDisguised && !command.command.isWord ? 'likely' : undefined;
  const before = text.slice(Math.max(0, start.at - MAX_BEFORE), start.at);
  const strength = inPlainText(command, fit, start, text, before);
  if (strength === undefined) return undefined;
  if (strength === 'weak' || role === 'code' || role === 'markup') return 'weak';
  if (role === 'prose') {
    const isEnd = command.end >= text.trimEnd().length && !text.includes('\n');
    return isEnd && !command.command.isWord && start.opening !== 'line' ? 'likely' : 'weak';
  }
  if (value.isName === true || command.isDisguised || !beginsWithCommand(text)) return strength;
  return role === 'search' ? 'weak' : 'likely';
}

/** People search for the meaning of command lines, and APIs of build servers take them; an injected command follows something. */
function beginsWithCommand(text: string): boolean {
  const command = readCommand(text, 0);
  return command !== undefined && argumentFit(command, false) !== 'loose';
}

/** A substitution must end where its command ends, or contain further commands. */
const isClosed = ({ terminator }: SimpleCommand, { opening }: CommandStart): boolean =>
  (opening !== '$(' || terminator !== '') && (opening !== '`' || terminator !== '');

function inPlainText(
  command: SimpleCommand,
  fit: ArgumentFit,
  start: CommandStart,
  text: string,
  before: string,
): Strength | undefined {
  const { isWord, need } = command.command;
  if (command.isDisguised) return 'clear';
  const isJoined = start.opening === '&' && start.end - start.at === 1 && /\S$/.test(before);
  if (isJoined && ASSIGNED_BEFORE.test(before)) return fit === 'alone' ? undefined : 'weak';
  if (fit === 'alone' && isWord) return aloneStrength(command, start, text, before);
  if (fit === 'alone' && need !== 'nothing' && !PIPED_BEFORE.test(before)) return undefined;
  // Lines of texts are no commands; a line behind a value that was complete is one.
  if (start.opening === 'line' && (/\S\s/.test(before) || !COMPLETE_BEFORE.test(before)))
    return 'weak';
  if (start.opening === '`' && WORDS_BEFORE.test(before)) return 'weak';
  if (need === 'text')
    return command.arguments.some((word) => /[\d$]/.test(word)) ? 'clear' : 'likely';
  return 'clear';
}

/** Words that attackers use without arguments. The others are words of prose, of lists and of tables first. */
const PROBES = new Set(['id', 'ls', 'ps', 'dir', 'env', 'hostname']);

/** Text after an injected command that closes the quotes of the application. */
const CLOSING = /^\s*[;|&]{1,2}\s*['"`)]{0,2}$/;
const CLOSED = /^\s*[)`]['"]\w{0,8}$/;
const OUT_OF_BAND = /^\s*[)`]\.[\w-]{1,40}(?:\.[\w-]{1,40})+/;
/** Those that are no names of fields either. */
const NO_FIELDS = new Set(['ls', 'ps']);

/** `id`, `dir` and the like occur in lists of fields and as names of columns. */
function aloneStrength(
  { name, end }: SimpleCommand,
  { opening }: CommandStart,
  text: string,
  before: string,
): Strength | undefined {
  if (!PROBES.has(name)) return undefined;
  // A substitution in the name of a host sends its result to the server of that name.
  const isSubstitution = opening === '$(' || opening === '`';
  if (isSubstitution && OUT_OF_BAND.test(text.slice(end, end + MAX_BEFORE))) return 'clear';
  const rest = text.slice(end, end + MAX_BEFORE);
  const isLast = rest.trim().length <= 1 || (isSubstitution ? CLOSED : CLOSING).test(rest);
  if (!isLast || (opening === 'line' && /\S\s/.test(before))) return undefined;
  if (COMPLETE_BEFORE.test(before)) return opening === '`' ? 'likely' : 'clear';
  if (opening === 'line' || opening === '`' || opening === '$(' || /\s/.test(before))
    return undefined;
  return NO_FIELDS.has(name) ? 'likely' : undefined;
}
