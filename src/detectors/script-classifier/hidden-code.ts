import type { Facts } from './facts/facts.ts';
import type { LeftOut } from './tree/script-parser.ts';
import type { ScriptReading } from './tree/script-reading.ts';

/** Code that a script carries as text and runs, as far as the text is known. */
export interface HiddenCode {
  readonly code: string;
  /** Number of the node that runs it. */
  readonly node: number;
}

/** Each is a script of its own to look at. */
const MOST_PIECES = 20;
/** `return this` and the like need no look. */
const SHORTEST = 20;

export function hiddenCode({ flows, reading }: Facts): HiddenCode[] {
  const { tree, values } = reading;
  const found: HiddenCode[] = reading.leftOut
    .slice(0, MOST_PIECES)
    .map((part) => nested(reading, part));
  for (const { sink, node } of flows) {
    if (sink !== 'code' && sink !== 'markup') continue;
    const runner = tree.node(node);
    const texts =
      runner?.type === 'AssignmentExpression'
        ? [values.text(runner.right)]
        : runner?.type === 'CallExpression' || runner?.type === 'NewExpression'
          ? runner.arguments.map((arg) => values.text(arg))
          : [];
    for (const text of texts) {
      if (text === undefined || text.length < SHORTEST) continue;
      const pieces = sink === 'code' ? [text] : scriptElements(text);
      for (const code of pieces) {
        if (!found.some((it) => it.code === code)) found.push({ code, node });
        if (found.length >= MOST_PIECES) return found;
      }
    }
  }
  return found;
}

/** What is nested too deeply is a script of its own; an expression is one in parentheses. */
function nested({ source }: ScriptReading, { start, end, part }: LeftOut): HiddenCode {
  const text = source.slice(start, end);
  return { code: part === 'statement' ? text : `(${text})`, node: 0 };
}

/** What stands between `<script>` and its end. Each part of the text is passed once. */
function scriptElements(markup: string): string[] {
  const lower = markup.toLowerCase();
  const found: string[] = [];
  for (let at = lower.indexOf('<script'); at >= 0; ) {
    const start = lower.indexOf('>', at) + 1;
    if (start === 0) break;
    const end = lower.indexOf('</script', start);
    found.push(markup.slice(start, end < 0 ? undefined : end));
    at = end < 0 ? -1 : lower.indexOf('<script', end);
  }
  return found;
}
