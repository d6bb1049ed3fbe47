import type { xpathSigns } from '../../../../catalogs/attacks/signs/xpath.ts';
import type { Strength } from '../../../../catalogs/attacks/strength.ts';
import type { ReadContext } from '../../attack-reader.ts';
import { endsOfLiterals } from '../ends-of-literals.ts';
import { isFreeText } from '../free-text.ts';

/** After the end of a string or number: what closes the predicate around it, and what joins the rest. */
const JOINED = /^[\s)\]]*(?:\]\s*\/|\|\s*(?=[/*.@(]|\w+::)|(?:or|and)\b(?![-.:]))/i;
const AXIS =
  /\b(?:ancestor|ancestor-or-self|attribute|child|descendant|descendant-or-self|following|following-sibling|namespace|parent|preceding|preceding-sibling|self)::(?:\*|node\(\)|text\(\)|[\w-]+\s*(?:[/[\]|)]|$))/i;
const NODES =
  /(?:\btrue|\bfalse|\bposition|\blast|\btext|\bnode|\bcomment|\bprocessing-instruction)\(\s*\)/i;
const MEASURE =
  /\b(?:count|string-length|substring|starts-with|contains|name|local-name|string|normalize-space)\(\s*(?:(?:name|local-name|string)\(\s*)?(?:\/|\.\.?\s*[/,)]|@|\w+::)/i;
const DOCUMENT =
  /\b(?:doc|document|doc-available|unparsed-text|collection)\(\s*(?:concat\(\s*)?['"]/i;
const PATH = /(?:^|[\s|(=])(?:\/\/?(?:\*|@|[\w-]+\s*(?:[[|]|$))|@\w+\s*=)/;
/** Characters after the literal that are looked at. */
const WINDOW = 400;

/** An expression after the end of the string or number that the value is meant to be. */
export function readExpression(text: string, context: ReadContext): void {
  for (const end of endsOfLiterals(text)) {
    const rest = text.slice(end, end + WINDOW);
    const joined = JOINED.exec(rest)?.[0];
    if (joined === undefined) continue;
    for (const [sign, strength] of signsIn(rest.slice(joined.length), /[|/]\s*$/.test(joined))) {
      context.report(sign, isFreeText(context) ? 'weak' : strength, end, end + rest.length);
    }
  }
}

type Sign = keyof typeof xpathSigns;

function signsIn(rest: string, isUnion: boolean): readonly (readonly [Sign, Strength])[] {
  const signs: [Sign, Strength][] = [];
  const selects = AXIS.test(rest) || NODES.test(rest) || MEASURE.test(rest);
  const hasPath = PATH.test(rest);
  if (DOCUMENT.test(rest)) signs.push(['xpath-document', 'clear']);
  if (isUnion) {
    if (selects || hasPath) signs.push(['xpath-union', 'clear']);
    else if (/^[/*]/.test(rest)) signs.push(['xpath-union', 'likely']);
  } else if (selects) signs.push(['xpath-condition', 'clear']);
  else if (hasPath) signs.push(['xpath-condition', 'likely']);
  return signs;
}
