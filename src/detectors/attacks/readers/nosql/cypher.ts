import type { Strength } from '../../../../catalogs/attacks/strength.ts';
import type { ReadContext } from '../../attack-reader.ts';
import { endsOfLiterals } from '../ends-of-literals.ts';
import { isFreeText } from '../free-text.ts';

/** What closes the pattern around a literal. */
const CLOSED = /^[\s)\]}]*/;
/** Clauses of Cypher, each with what it needs behind it. */
const CLAUSE =
  /\b(?:(?:optional\s+)?match\s*\(|(?:detach\s+)?delete\s+\w|return\s+\w|with\s+\S{1,60}\s+as\s+\w|call\s+(?:db|dbms|apoc)\.|load\s+csv\b|unwind\s+\S|merge\s*\(|create\s*\(|set\s+\w+\.\w+\s*=|union\s+(?:all\s+)?(?:match|return|with|call|load)\b|yield\s+\w)/gi;
/** Those that read or change data by themselves. */
const ACTING = /^(?:detach|delete|call|load|optional\s+match|match|merge|create)/i;
const COMMENT = /\/\/\s*$/;
/** Characters after the literal that are looked at. */
const WINDOW = 600;
const MANY = 2;

/** Clauses of a graph query after the end of a literal. */
export function readCypher(text: string, context: ReadContext): void {
  for (const end of endsOfLiterals(text)) {
    const rest = text.slice(end, end + WINDOW);
    const closed = CLOSED.exec(rest)?.[0].length ?? 0;
    const clauses = [...rest.matchAll(CLAUSE).take(MANY + 1)];
    if (clauses[0]?.index !== closed) continue;
    const strength = strengthOf(
      clauses.map(([clause]) => clause),
      text,
    );
    if (strength === undefined) continue;
    const shown = isFreeText(context) ? 'weak' : strength;
    context.report('nosql-cypher', shown, end - 1, end + rest.length);
    return;
  }
}

function strengthOf(clauses: readonly string[], text: string): Strength | undefined {
  const isCut = COMMENT.test(text);
  const acts = clauses.some((clause) => ACTING.test(clause));
  if (acts && (isCut || clauses.length >= MANY)) return 'clear';
  return isCut || clauses.length > MANY ? 'likely' : undefined;
}
