import { setImmediate } from 'node:timers/promises';
import type { SpoolBatch, SpoolPosition, SpoolReader } from '../../../bus/spool.ts';
import type { Dataset } from '../../../catalogs/datasets/dataset.ts';
import type { LogScope } from '../../../contracts/shipping/shipping-job.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { openLogBatch } from '../../../logs/batches/open-log-batch.ts';
import { compileProgram } from '../../../logs/compile-program.ts';
import type { LogBatch } from '../../../logs/log-batch.ts';
import { resolveOutput } from '../../../logs/output/resolve-output.ts';

/** Maximum lines per test, so that the API responds in time and does not block other calls. */
const MOST_LINES = 20_000;
const MOST_MS = 2_000;
const BATCHES_AT_ONCE = 4;
const BYTES_AT_ONCE = 1024 * 1024;
const SAMPLE = 10;

export interface FilterServiceOptions {
  readonly clock: Clock;
  /** Opens the spool of a topic on this node. */
  openSpool(topic: string): SpoolReader;
}

export interface SpoolTest {
  readonly tested: number;
  readonly passed: number;
  /** The first lines that pass, in the default output format. */
  readonly sample: readonly string[];
}

/** Tests filters on the lines of the last minutes. */
export class FilterService {
  readonly #options: FilterServiceOptions;

  constructor(options: FilterServiceOptions) {
    this.#options = options;
  }

  /** Reads the lines of this node, oldest first. */
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

/** Undefined if the batch is damaged or has the format of another version. */
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
