/** Milliseconds between two updates. */
const PAUSE = 200;

interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** A line on a terminal that shows how far a command is. Elsewhere its results are enough. */
export function statusLine(output: Output, now: () => number = () => performance.now()) {
  let shownAt = now();
  let isShown = false;
  return {
    show(text: string): void {
      if (!output.isTTY || now() - shownAt < PAUSE) return;
      shownAt = now();
      output.write(`\r\x1b[K${text.slice(0, (output.columns || 80) - 1)}`);
      isShown = true;
    },
    clear(): void {
      if (isShown) output.write('\r\x1b[K');
      isShown = false;
    },
  };
}
