import type { ReadContext } from '../../attack-reader.ts';
import { endsOfLiterals } from '../ends-of-literals.ts';
import { isFreeText } from '../free-text.ts';

/** The server evaluates text as JavaScript in `$where`; this is what attackers do after the end of a literal. */
const CONDITION =
  /^[\s)\]}]*(?:\|\||&&)\s*(?:!?\s*this(?:\.\w|\[)|(['"]?)\w{0,32}\1\s*={2,3}\s*['"]?\w|(?:true|1)\s*(?:$|\/\/|\|\||;))/;
const STATEMENT =
  /^[\s)]*;[\s}]*(?:return\s+(?:true|false|!|1|0|this\b|\()|return\s*(?:;|$)|var\s+\w+\s*=|while\s*\(|do\s*\{|(?:sleep|tojson|tojsononeline)\s*\(|(?:this|db)\.\w)/;
/** Further members of the query object. */
const MEMBER = /[,{]\s*['"]?\$(?:where|or|ne|gt|regex|expr|function)['"]?\s*:/i;
const COMMAND =
  /(?:^|[;'"\s(])db\.(?:\w{1,64}|getCollection\([^)]{1,64}\))\.(?:find|findOne|insert\w*|update\w*|remove|delete\w*|drop|aggregate|count|save|mapReduce)\s*\(/;
/** The rest of the query is cut off, or its own quote follows. */
const ENDED = /(?:\/\/|<!--|\0|[;'"}])\s*$/;
/** Characters after the literal, and at the end of the text, that are looked at. */
const WINDOW = 200;

/** JavaScript that leaves a string of a query. */
export function readScript(text: string, context: ReadContext): void {
  const { report } = context;
  for (const end of endsOfLiterals(text)) {
    const rest = text.slice(end, end + WINDOW);
    if (!CONDITION.test(rest) && !STATEMENT.test(rest)) continue;
    const strength = isRejoined(text.slice(Math.max(end, text.length - WINDOW)))
      ? 'clear'
      : 'likely';
    report('nosql-script', isFreeText(context) ? 'weak' : strength, end - 1, end + rest.length);
    break;
  }
  const member = MEMBER.exec(text);
  if (member)
    report('nosql-member', isFreeText(context) ? 'weak' : 'likely', member.index, text.length);
  const command = COMMAND.exec(text);
  if (command)
    report('nosql-command', isFreeText(context) ? 'weak' : 'likely', command.index, text.length);
}

/** Whether the text ends in a comment, after a statement, or in a string that the quote of the application closes. */
const isRejoined = (rest: string): boolean =>
  ENDED.test(rest) || rest.split(/['"]/).length % 2 === 0;
