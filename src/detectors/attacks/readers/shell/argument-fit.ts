import type { CommandNeed } from './command-table.ts';
import type { SimpleCommand } from './simple-command.ts';

/**
 * `fits`: the arguments are those of a call. `alone`: the command has none and needs none. `loose`: they could be words
 * of another text.
 */
export type ArgumentFit = 'fits' | 'alone' | 'loose';

/** Words whose form shows that they are paths or file names, and not words of a sentence. */
const CERTAIN_PATH =
  /^(?:[~.]{0,2}[/\\]+[\w.~$*?[{-]|[a-z]:[\\/]|~$|\.{1,2}$|[\w-]{1,40}\.(?:txt|php\d?|log|conf|cfg|ini|sh|py|pl|rb|js|jsp|aspx?|html?|xml|json|ya?ml|env|bak|sql|db|sqlite|key|pem|csv|zip|tar|gz|exe|ps1|bat|dll|c)$|\.\w+$|\/$|%\w+%|[\w./-]*[*?][\w./*?-]*$)/i;
const PATH = /^(?:[\w.-]+\/[\w./*-]+|\/)$/;
const HOST =
  /^(?:[a-z]{3,6}:\/\/|(?:\d{1,3}\.){3}\d{1,3}(?:[:/]|$)|localhost\b|[\w-]+(?:\.[\w-]+)*\.[a-z]{2,18}(?:[:/]|$)|0x[0-9a-f]{8}$|\[?[0-9a-f]*::[0-9a-f:]*\]?$|[\w.-]+@[\w.-]+)/i;
const OPTION = /^(?:-{1,2}\w|\/[a-z?]$|\/[a-z]{2,16}:|\+\w)/i;
const NUMBER = /^\d{1,6}(?:\.\d{1,3})?[smhd]?$/;
const SUBCOMMAND =
  /^(?:user|users|localgroup|group|view|share|accounts|add|query|create|start|stop|restart|status|install|remove|update|upgrade|process|os|transfer|delete|config|advfirewall|https?:\/\/.*|[\w.\\/]+\.(?:dll|hta|sct).*)$/i;
/** Options of `ps` without a hyphen. */
const PROCESS_OPTIONS = /^-?[aefuxljw]{2,5}$/;
const WORD = /^[a-z][a-z']*$/i;
/** More words without a meaning for a command than this look like prose. */
const MAX_PLAIN_WORDS = 2;

/** The first character of what follows a name in program code. */
const ASSIGNMENT = /^(?:[=:,?+%!]|\.\w)/;

/** How well the arguments of a command fit it. */
export function argumentFit(command: SimpleCommand, isPipeTarget: boolean): ArgumentFit {
  const { arguments: words, redirections } = command;
  const { need, isWord } = command.command;
  const plain = words.filter((word) => WORD.test(word)).length;
  if (plain > MAX_PLAIN_WORDS && need !== 'text') return 'loose';
  if (command.hasHereText && !isWord) return 'fits';
  if (redirections.some((target) => isPath(target) || /^[&\d]/.test(target))) return 'fits';
  if (words.length === 0) {
    if (need === 'nothing') return 'alone';
    return isPipeTarget && (need === 'program' || need === 'path') ? 'alone' : 'loose';
  }
  if (isWord && ASSIGNMENT.test(words[0] as string) && !CERTAIN_PATH.test(words[0] as string))
    return 'loose';
  if (command.name === 'ps' && PROCESS_OPTIONS.test(words[0] ?? '')) return 'fits';
  const judged = isWord ? wordFitters[need] : undefined;
  return (judged ?? fitters[need])(words, isPipeTarget) ? 'fits' : 'loose';
}

const isPath = (word: string): boolean => CERTAIN_PATH.test(word) || PATH.test(word);
const isOption = (word: string): boolean => OPTION.test(word);
const isHost = (word: string): boolean => HOST.test(word);
const isCertain = (word: string): boolean => CERTAIN_PATH.test(word) || isOption(word);

type Fitter = (words: readonly string[], isPipeTarget: boolean) => boolean;

const fitters: Readonly<Record<CommandNeed, Fitter>> = {
  nothing: (words) => words.every((word) => isOption(word) || isPath(word) || word === ''),
  path: (words, isPipeTarget) => words.some(isPath) || (isPipeTarget && isOption(words[0] ?? '')),
  host: (words) => words.some(isHost) || words.filter(isOption).length > 1,
  // The `timeout` of Windows has its number behind an option.
  number: (words) => {
    const [first = '', ...rest] = words[0]?.toLowerCase() === '/t' ? words.slice(1) : words;
    return NUMBER.test(first) && rest.every((word) => /^\/[a-z]{1,8}$/i.test(word));
  },
  program: ([first = '']) => isOption(first) || isPath(first),
  option: ([first = '']) => isOption(first) || SUBCOMMAND.test(first),
  text: (words) => words.length <= MAX_PLAIN_WORDS || words.some((word) => !WORD.test(word)),
};

/** For names that are words of prose as well: nothing among the arguments may look like prose. */
const wordFitters: Partial<Readonly<Record<CommandNeed, Fitter>>> = {
  nothing: (words) => words.every(isCertain),
  path: (words, isPipeTarget) => {
    const first = words.findIndex((word) => !isOption(word));
    if (first === -1) return isPipeTarget;
    return (
      CERTAIN_PATH.test(words[first] as string) &&
      !words.slice(first).some((word) => WORD.test(word))
    );
  },
  host: (words) => words.some(isHost) && !words.some((word) => WORD.test(word)),
  program: ([first = '', ...rest]) =>
    isCertain(first) && !rest.slice(2).some((word) => WORD.test(word)),
};
