import type { AttackReader, ReadContext } from '../../attack-reader.ts';
import { type InjectedLine, injectedLines, lineStrength, weaker } from '../injected-lines.ts';
import { headerNames, isActingHeader } from './header-values.ts';

const STATUS = /^HTTP\/\d(?:\.\d)? [1-5]\d\d\b/;
const REQUEST = /^(?:GET|POST|PUT|DELETE|HEAD|OPTIONS|PATCH|TRACE|CONNECT) \S{1,300} HTTP\/\d/;
/** The rest of a request line that the server begins, with a header of its own behind it. */
const REQUEST_TAIL = /^[^\s<>"']{0,300} HTTP\/1\.[01]\r?\n[\w-]{1,40}:/;
/** Caches and databases read commands line by line, and ignore lines that they do not know. */
const COMMAND =
  /^(?:slaveof|replicaof) \S+ \d|^(?:flushall|flush_all|flushdb)\b|^config set (?:dir|dbfilename)\b|^eval ["']|^(?:set|add) \S+ \d+ \d+ \d+|^\*\d+$|^module load /i;
const STEPS_PER_LINE = 20;
const ENDS = ['\r\n', '\n', '\r', '\xe5\x98\x8a', '\xe5\x98\x8d'];

/** Reads a value as header lines. */
export const crlfReader: AttackReader = {
  name: 'crlf',
  triggers: [
    { words: headerNames.flatMap((name) => ENDS.map((end) => `${end}${name}`)), with: ':' },
    { words: ENDS.flatMap((end) => [`${end}http/`, `${end}x-`]) },
    { words: [' http/1', ' http/2'], with: '\r\n' },
    {
      words: [
        'slaveof',
        'replicaof',
        'flushall',
        'flush_all',
        'flushdb',
        'config set',
        'eval ',
        'module load',
      ],
      with: '\r\n',
    },
    { words: ['\n*1\r', '\n*2\r', '\n*3\r', '\n*4\r', '\nset ', '\nadd '] },
  ],
  read(text, context) {
    const greatest = lineStrength(text, context);
    const report: Report = (sign, strength, start, end) =>
      context.report(sign, weaker(strength, greatest), start, end);
    const isHidden = context.value.place === 'body' && REQUEST.test(text) && /\nhost:/i.test(text);
    if (isHidden) report('crlf-request', 'likely', 0, text.length);
    const tail = REQUEST_TAIL.exec(text);
    if (tail) report('crlf-request', 'clear', 0, tail[0].length);
    for (const line of injectedLines(text)) {
      if (!context.budget.take(STEPS_PER_LINE + line.text.length)) return;
      if (line.name === '') judgeText(line, text, report);
      else judgeHeader(line, text, context, report);
    }
  },
};

type Report = ReadContext['report'];

function judgeHeader(
  { name, value, start, end, followsHeaders }: InjectedLine,
  text: string,
  { views }: ReadContext,
  report: Report,
): void {
  const isActing = isActingHeader(name, value);
  // Scanners try names of their own, which do nothing.
  if (!isActing && !(followsHeaders && /^x-[a-z]/.test(name))) return;
  const isSure = isActing && (followsHeaders || name === 'set-cookie');
  report('crlf-header', isSure ? 'clear' : 'likely', start, end);
  if (views.length > 0) report('crlf-encoded', 'likely', start, end);
  if (startsBody(text, end)) report('crlf-body', 'clear', end, end + 20);
}

function judgeText({ text: line, start, end }: InjectedLine, text: string, report: Report): void {
  if (STATUS.test(line)) report('crlf-response', 'clear', start, end);
  else if (REQUEST.test(line)) report('crlf-request', 'clear', start, end);
  else if (COMMAND.test(line)) {
    const isAddress = /^\s*[a-z]{2,10}:\/\//i.test(text);
    report('crlf-command', isAddress ? 'clear' : 'likely', start, end);
  }
}

/** Whether an empty line ends the headers, and markup or another message follows. */
const startsBody = (text: string, end: number): boolean =>
  /^(?:\r?\n){2}[ \t]*(?:<|HTTP\/|GET |POST )/.test(text.slice(end, end + 20));
