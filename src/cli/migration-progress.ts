import { progressBar } from './progress-bar.ts';

interface MigrationProgress {
  readonly phase: string;
  readonly done: number;
  readonly total: number;
}

interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** Shows the progress of a migration on a terminal. Elsewhere its result is enough. */
export function migrationProgress(output: Output) {
  let isShown = false;
  return {
    show({ phase, done, total }: MigrationProgress): void {
      if (!output.isTTY) return;
      const text = `${phase}  ${progressBar(done / total)} ${done}/${total}`;
      output.write(`\r\x1b[K${text.slice(0, (output.columns || 80) - 1)}`);
      isShown = true;
    },
    end(): void {
      if (isShown) output.write('\r\x1b[K');
      isShown = false;
    },
  };
}
