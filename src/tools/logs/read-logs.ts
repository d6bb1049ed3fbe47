import { busFolder } from '../../app/node/data-dir.ts';
import type { Settings } from '../../app/settings/settings.ts';
import { openSpool } from '../../bus/embedded/embedded-spool.ts';
import type { LogScope } from '../../contracts/shipping/shipping-job.ts';
import type { Clock } from '../../kernel/clock.ts';
import { isHexId } from '../../kernel/hex-id.ts';
import { PalisadeError } from '../../kernel/palisade-error.ts';
import { compileProgram } from '../../logs/compile-program.ts';
import { type GivenOutput, resolveOutput } from '../../logs/output/resolve-output.ts';
import { type TailPart, tailLines } from '../../logs/tail/tail-lines.ts';
import { assertInstalled } from '../assert-installed.ts';
import { withDatabase } from '../with-database.ts';
import { datasetNamed } from './dataset-named.ts';

export interface ReadLogsOptions {
  readonly settings: Settings;
  readonly dataset: string;
  /** Id or name; undefined for all zones. */
  readonly zone: string | undefined;
  /** JSON text in the format of jobs. */
  readonly filter: string | undefined;
  readonly output: GivenOutput;
  /** Reads lines that were published at this time or later, in milliseconds since the epoch. */
  readonly since: number;
  /** Waits for further lines until the signal aborts. */
  readonly follows: boolean;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Reads the spool in the data folder of a node, whether the node runs or not. */
export async function* readLogs(options: ReadLogsOptions): AsyncGenerator<TailPart, void> {
  const { settings, filter, clock, signal, since, follows } = options;
  assertInstalled(settings);
  const dataset = datasetNamed(options.dataset);
  const program = compileProgram({
    dataset: dataset.name,
    scope: await scopeOf(settings, options.zone),
    filter,
    output: resolveOutput(dataset, options.output),
    seed: '',
  });
  const failures: PalisadeError[] = [];
  const spool = openSpool({
    folder: busFolder(settings.dataDir),
    topic: dataset.topic,
    onError: (error) => failures.push(error),
  });
  try {
    yield* tailLines({
      spool,
      from: spool.positionAt(since),
      ...(!follows && { before: clock.now() }),
      dataset,
      program,
      clock,
      signal,
    });
  } finally {
    spool.close();
  }
  const [failure] = failures;
  if (failure) throw failure;
}

async function scopeOf(
  settings: Settings,
  zone: string | undefined,
): Promise<LogScope | undefined> {
  if (zone === undefined || isHexId(zone)) return zone ? { kind: 'zone', id: zone } : undefined;
  const found = await withDatabase(settings, (database) =>
    database.read
      .selectFrom('zones')
      .select('id')
      .where('name', '=', zone.toLowerCase())
      .executeTakeFirst(),
  );
  if (!found) throw new PalisadeError('no_such_zone', `there is no zone ${zone}`);
  return { kind: 'zone', id: found.id };
}
