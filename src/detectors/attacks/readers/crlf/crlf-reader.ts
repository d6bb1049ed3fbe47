import type { AttackReader, ReadContext } from '../../attack-reader.ts';
import { expectsLines, type InjectedLine, injectedLines } from '../injected-lines.ts';
import { headerNames, isActingHeader } from './header-values.ts';

const STATUS = /^HTTP\/\d(?:\.\d)? [1-5]\d\d\b/;
const REQUEST = /^(?:GET|POST|PUT|DELETE|HEAD|OPTIONS|PATCH|TRACE|CONNECT) \S{1,300} HTTP\/\d/;
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
    { words: ENDS.map((end) => `${end}http/`) },
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
    const isExpected = expectsLines(text, context);
    for (const line of injectedLines(text)) {
      if (!context.budget.take(STEPS_PER_LINE + line.text.length)) return;
      judgeLine(line, isExpected, text, context);
    }
  },
};

function judgeLine(
  line: InjectedLine,
  isExpected: boolean,
  text: string,
  context: ReadContext,
): void {
  const { start, end } = line;
  const strength = isExpected ? 'weak' : 'clear';
  if (isActingHeader(line.name, line.value)) {
    const isPlausible = line.followsHeaders || line.name === 'set-cookie';
    context.report('crlf-header', isPlausible || isExpected ? strength : 'likely', start, end);
    if (context.views.length > 0)
      context.report('crlf-encoded', isExpected ? 'weak' : 'likely', start, end);
    if (startsBody(text, end)) context.report('crlf-body', strength, end, end + 20);
  } else if (STATUS.test(line.text)) context.report('crlf-response', strength, start, end);
  else if (REQUEST.test(line.text)) context.report('crlf-request', strength, start, end);
  else if (COMMAND.test(line.text)) {
    const isAddress = /^\s*[a-z]{2,10}:\/\//i.test(text);
    context.report(
      'crlf-command',
      isExpected ? 'weak' : isAddress ? 'clear' : 'likely',
      start,
      end,
    );
  }
}

/** Whether an empty line ends the headers, and markup or another message follows. */
const startsBody = (text: string, end: number): boolean =>
  /^(?:\r?\n){2}[ \t]*(?:<|HTTP\/|GET |POST )/.test(text.slice(end, end + 20));
