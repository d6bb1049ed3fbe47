/** Where an expression is wrong, as the message of the API says it. */
export interface ExpressionProblem {
  readonly text: string;
  /** Offsets into the source. */
  readonly from: number;
  readonly to: number;
}

/**
 * Finds the position in a message such as `… (1:5): ⏎ a eq b ⏎     ^^^^ unknown …`. Columns count characters. Without a position, the
 * whole expression is meant.
 */
export function problemIn(message: string, source: string): ExpressionProblem {
  const place = /\((\d+):(\d+)\):\n.*\n *(\^+) ([\s\S]*)$/.exec(message);
  if (!place) return { text: message, from: 0, to: source.length };
  const [, line, column, carets = '', text = ''] = place;
  const lines = source.split('\n');
  const before = lines.slice(0, Number(line) - 1);
  const start = before.reduce((length, each) => length + each.length + 1, 0);
  const characters = [...(lines[Number(line) - 1] ?? '')];
  const unitsOf = (from: number, to: number) => characters.slice(from, to).join('').length;
  const first = Number(column) - 1;
  const from = Math.min(start + unitsOf(0, first), source.length);
  const to = Math.min(from + unitsOf(first, first + carets.length), source.length);
  return { text, from, to };
}
