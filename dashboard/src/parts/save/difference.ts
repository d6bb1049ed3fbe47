export interface DifferenceLine {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Which lines differ, by their longest common subsequence. Configuration is short, so the quadratic table is small. */
export function differenceOf(before: string, after: string): readonly DifferenceLine[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const common = commonLengths(old, now);
  const lines: DifferenceLine[] = [];
  let [at, to] = [0, 0];
  while (at < old.length || to < now.length) {
    const [oldLine, nowLine] = [old[at], now[to]];
    if (oldLine !== undefined && oldLine === nowLine) {
      lines.push({ kind: 'same', text: oldLine });
      at++;
      to++;
    } else if (
      oldLine !== undefined &&
      lengthAt(common, at + 1, to) >= lengthAt(common, at, to + 1)
    ) {
      lines.push({ kind: 'removed', text: oldLine });
      at++;
    } else {
      lines.push({ kind: 'added', text: nowLine ?? '' });
      to++;
    }
  }
  return lines;
}

/** The same value with the members of objects in the order that they have in another one, so that only changes differ in its text. */
export function inOrderOf(before: unknown, after: unknown): unknown {
  if (!isObject(before) || !isObject(after)) return after;
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const members = [...names].filter((name) => name in after);
  return Object.fromEntries(members.map((name) => [name, inOrderOf(before[name], after[name])]));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The length of the longest common subsequence of what follows each pair of lines. */
function commonLengths(old: readonly string[], now: readonly string[]): readonly Uint32Array[] {
  const table = Array.from({ length: old.length + 1 }, () => new Uint32Array(now.length + 1));
  for (let at = old.length - 1; at >= 0; at--) {
    for (let to = now.length - 1; to >= 0; to--) {
      const row = table[at];
      if (!row) continue;
      row[to] =
        old[at] === now[to]
          ? lengthAt(table, at + 1, to + 1) + 1
          : Math.max(lengthAt(table, at + 1, to), lengthAt(table, at, to + 1));
    }
  }
  return table;
}

/** Nothing follows the last line, so a line of one side only is preferred there. */
function lengthAt(table: readonly Uint32Array[], at: number, to: number): number {
  return table[at]?.[to] ?? -1;
}
