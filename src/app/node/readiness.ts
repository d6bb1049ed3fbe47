import { systemClock } from '../../kernel/clock.ts';
import { isDiskFull } from '../../kernel/disk-errors/disk-full.ts';
import { isDamagedDatabase } from '../../kernel/disk-errors/sqlite-errors.ts';
import type { Database } from '../../storage/database.ts';
import type { SupervisedProcesses } from '../processes/kit/process-supervisor.ts';
import type { Settings } from '../settings/settings.ts';

/** The database has this long to respond, because callers of `/readyz` do not wait for long. */
const DATABASE_MS = 2_000;

const DISK_FULL = 'space: the disk is full';

export interface NodeStatus {
  isStarted: boolean;
  isDraining: boolean;
}

export interface ReadinessOptions {
  readonly status: NodeStatus;
  readonly settings: Pick<Settings, 'roles'>;
  readonly database: Pick<Database<never>, 'ping'>;
  readonly disk: { readonly isFull: boolean };
  readonly processes: readonly SupervisedProcesses[];
}

/** The reasons why the node is not ready; empty if it is ready. */
export async function notReadyReasons(options: ReadinessOptions): Promise<readonly string[]> {
  const { status, settings, database, disk, processes } = options;
  if (!status.isStarted) return ['start'];
  if (status.isDraining) return ['nothing: this node is stopping'];
  const usesDatabase = settings.roles.has('api') || settings.roles.has('worker');
  const problem = usesDatabase ? await problemOf(database) : undefined;
  return [
    ...(problem ?? []),
    // The edge does not need the disk.
    ...(usesDatabase && disk.isFull ? [DISK_FULL] : []),
    ...processes.filter(({ isMissing }) => isMissing).map(({ name }) => name),
  ];
}

/** The reasons why the node is not ready, if its database failed with this error. */
export function databaseErrorReasons(error: unknown): readonly string[] {
  if (isDiskFull(error)) return [DISK_FULL];
  const { cause = error } = error as { cause?: unknown };
  return [isDamagedDatabase(cause) ? 'database: its file is damaged' : 'database'];
}

async function problemOf(
  database: Pick<Database<never>, 'ping'>,
): Promise<readonly string[] | undefined> {
  const ping = database.ping().then(() => undefined, databaseErrorReasons);
  const late = new AbortController();
  const deadline = systemClock.sleep(DATABASE_MS, late.signal).then(
    () => ['database'],
    () => undefined,
  );
  const problem = await Promise.race([ping, deadline]);
  late.abort();
  return problem;
}
