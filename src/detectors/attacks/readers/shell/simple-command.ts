import { type Command, commandOf, isPrefixCommand } from './command-table.ts';
import { globbedName } from './globbed-name.ts';
import { readWord, type ShellWord } from './shell-word.ts';

/** A command with its arguments, as far as a shell would read it. */
export interface SimpleCommand {
  readonly name: string;
  readonly command: Command;
  readonly start: number;
  readonly end: number;
  readonly arguments: readonly string[];
  /** Files and descriptors after `<` and `>`. */
  readonly redirections: readonly string[];
  /** Whether a text stands behind `<<<`. */
  readonly hasHereText: boolean;
  readonly isDisguised: boolean;
  /** Whether the name was written with its directory, such as `/bin/cat`. */
  readonly hasPath: boolean;
  /** What ended it: an operator, a quote, `#`; empty at the end of the text. */
  readonly terminator: string;
}

const MAX_ARGUMENTS = 12;
/** Prefixes, assignments and options before the name of the command. */
const MAX_LEADING = 6;
const MAX_SPACES = 16;
/** Backslashes are no escapes in it. */
const WINDOWS_PATH = /^(?:[a-z]:|%\w+%)?\\\w/i;
/** Arguments are quoted for good reasons; these spellings have none. */
const SPLIT_ARGUMENT = /\$(?:[@*]|\{?IFS|\{(?:PATH|HOME|PWD)[:%])|\w(?:''|"")\w/;

/** Reads the command that begins at a position; undefined if the first word is no known command. */
export function readCommand(text: string, from: number): SimpleCommand | undefined {
  const start = skipSpaces(text, from);
  const leading = leadingName(text, start);
  if (!leading) return undefined;
  const { name, hasPath, command, words } = leading;
  const list: string[] = [...words];
  const redirections: string[] = [];
  let isDisguised = leading.isDisguised;
  let hasHereText = false;
  let at = leading.end;
  while (list.length < MAX_ARGUMENTS) {
    at = skipSpaces(text, at);
    const redirection = /^(?:\d?[<>]{1,3}&?|&>)\s{0,4}/.exec(text.slice(at, at + 9));
    const word: ShellWord | undefined = readWord(text, at + (redirection?.[0].length ?? 0));
    if (!word) break;
    if (redirection) {
      redirections.push(word.text);
      hasHereText ||= redirection[0].startsWith('<<<');
    } else if (word.text.startsWith('#')) break;
    else list.push(WINDOWS_PATH.test(word.raw) ? word.raw : word.text);
    isDisguised ||= SPLIT_ARGUMENT.test(text.slice(at, word.end));
    at = word.end;
  }
  const terminator = text.charAt(at);
  return {
    name,
    command,
    start,
    end: at,
    arguments: list,
    redirections,
    hasHereText,
    isDisguised,
    hasPath,
    terminator,
  };
}

interface LeadingName {
  readonly name: string;
  readonly command: Command;
  readonly hasPath: boolean;
  readonly isDisguised: boolean;
  readonly end: number;
  /** Arguments that the first word already contained: `{cat,/etc/hosts}`. */
  readonly words: readonly string[];
}

/** Skips assignments and prefixes such as `sudo`; a prefix without a command behind it is the command. */
function leadingName(text: string, start: number): LeadingName | undefined {
  let at = start;
  let prefix: LeadingName | undefined;
  for (let count = 0; count < MAX_LEADING; count += 1) {
    const word = readWord(text, at);
    if (!word) return prefix;
    const named = nameOf(word);
    if (named && !isPrefixCommand(named.name)) {
      return { ...named, isDisguised: named.isDisguised || (prefix?.isDisguised ?? false) };
    }
    if (named) prefix = named;
    else if (!isSkipped(word, prefix)) return prefix;
    at = skipSpaces(text, word.end);
  }
  return prefix;
}

const isSkipped = ({ text }: ShellWord, prefix: LeadingName | undefined): boolean =>
  /^[A-Z_]\w*=/.test(text) || (prefix === undefined ? /^[!{@]$/.test(text) : text.startsWith('-'));

function nameOf(word: ShellWord): LeadingName | undefined {
  const { end } = word;
  const braces = /^\{([^{},]+(?:,[^{},]*)+)\}$/.exec(word.text);
  const [first = '', ...words] = braces?.[1]?.split(',') ?? [word.text];
  const globbed = globbedName(first);
  const name = globbed ?? baseName(first, word.raw);
  const command = commandOf(name, first);
  if (!command) return undefined;
  const isDisguised = word.isDisguised || globbed !== undefined || braces !== null;
  return { name, command, words, end, isDisguised, hasPath: /^(?:[a-z]:)?[\\/]/i.test(word.raw) };
}

const PROGRAM_PATH =
  /^(?:\/(?:usr\/)?(?:local\/)?s?bin\/+|\.{1,2}\/|\/\/+bin\/|[a-z]:|%\w+%\\|\\)/i;

/** The last part of a path to a program, of Windows too, where a backslash is no escape. */
function baseName(text: string, raw: string): string {
  const path = /^(?:[a-z]:|%\w+%)\\/i.test(raw) ? raw : text;
  const slash = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
  if (slash !== -1 && !PROGRAM_PATH.test(path)) return '';
  const name = path.slice(slash + 1).toLowerCase();
  return name === '%comspec%' ? 'cmd' : name.replace(/\.exe$/, '');
}

function skipSpaces(text: string, from: number): number {
  let at = from;
  while (at < text.length && at < from + MAX_SPACES && /[ \t]/.test(text.charAt(at))) at += 1;
  const space = /^\$(?:IFS(?:\$\d)?|\{IFS[^}]{0,12}\}(?:\$\d)?)/.exec(text.slice(at, at + 24));
  return at + (space?.[0].length ?? 0);
}
