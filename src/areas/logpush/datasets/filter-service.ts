import { setImmediate } from 'node:timers/promises';
import type { SpoolBatch, SpoolPosition, SpoolReader } from '../../../bus/spool.ts';
import type { Dataset } from '../../../catalogs/datasets/dataset.ts';
import type { LogScope } from '../../../contracts/shipping/shipping-job.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { openLogBatch } from '../../../logs/batches/open-log-batch.ts';
import { compileProgram } from '../../../logs/compile-program.ts';
import type { LogBatch } from '../../../logs/log-batch.ts';
import { resolveOutput } from '../../../logs/output/resolve-output.ts';

/** What a test reads of the spool at most, so that the API responds in time and to others. */
const MOST_LINES = 20_000;
const MOST_MS = 2_000;
const BATCHES_AT_ONCE = 4;
const BYTES_AT_ONCE = 1024 * 1024;
const SAMPLE = 10;

export interface FilterServiceOptions {
  readonly clock: Clock;
  /** Reads what this node keeps of a topic. */
  openSpool(topic: string): SpoolReader;
}

export interface SpoolTest {
  readonly tested: number;
  readonly passed: number;
  /** The first lines that pass, as a job without output options would ship them. */
  readonly sample: readonly string[];
}

/** Tries filters out on what visitors did in the last minutes. */
export class FilterService {
  readonly #options: FilterServiceOptions;

  constructor(options: FilterServiceOptions) {
    this.#options = options;
  }

  /** On the lines of this node, from the oldest within the last minutes on. */
  async test(
    dataset: Dataset,
    scope: LogScope,
    filter: string | undefined,
    minutes: number,
  ): Promise<SpoolTest> {
    const { clock, openSpool } = this.#options;
    const output = resolveOutput(dataset, {});
    const program = compileProgram({ dataset: dataset.name, scope, filter, output, seed: '' });
    const spool = openSpool(dataset.topic);
    const end = clock.tick() + MOST_MS;
    const sample: string[] = [];
    let tested = 0;
    let passed = 0;
    try {
      let position = spool.positionAt(clock.now() - minutes * 60_000);
      while (tested < MOST_LINES && clock.tick() < end) {
        const batches = spool.read(position, { batches: BATCHES_AT_ONCE, bytes: BYTES_AT_ONCE });
        if (batches.length === 0) break;
        for (const batch of batches) {
          position = behind(position, batch);
          const lines = linesOf(dataset, batch);
          if (!lines) continue;
          const { produced, records } = program.run(lines);
          tested += produced;
          passed += records.length;
          sample.push(...records.slice(0, SAMPLE - sample.length));
        }
        await setImmediate();
      }
    } finally {
      spool.close();
    }
    return { tested, passed, sample };
  }
}

/** A batch that is damaged, or of another version, is left out. */
function linesOf(dataset: Dataset, batch: SpoolBatch): LogBatch | undefined {
  try {
    return openLogBatch(dataset, batch);
  } catch {
    return undefined;
  }
}

function behind(
  position: SpoolPosition,
  { stream, last }: { readonly stream: string; readonly last: number },
): SpoolPosition {
  return { ...position, [stream]: last };
}
