import type { Facts } from './facts/facts.ts';

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

export function hiddenCode({ flows, reading: { tree, values } }: Facts): HiddenCode[] {
  const found: HiddenCode[] = [];
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
