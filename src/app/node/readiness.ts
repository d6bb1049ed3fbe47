import { systemClock } from '../../kernel/clock.ts';
import type { Database } from '../../storage/database.ts';
import type { SupervisedProcesses } from '../processes/kit/process-supervisor.ts';
import type { Settings } from '../settings/settings.ts';

/** The database has this long to respond, because callers of `/readyz` do not wait for long. */
const DATABASE_MS = 2_000;

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

/** Names what keeps the node from being ready; empty if nothing does. */
export async function whatIsMissing(options: ReadinessOptions): Promise<readonly string[]> {
  const { status, settings, database, disk, processes } = options;
  if (!status.isStarted) return ['start'];
  if (status.isDraining) return ['nothing: this node is stopping'];
  const usesDatabase = settings.roles.has('api') || settings.roles.has('worker');
  const hasDatabase = !usesDatabase || (await responds(database));
  return [
    ...(hasDatabase ? [] : ['database']),
    // The edge does without the disk.
    ...(usesDatabase && disk.isFull ? ['space: the disk is full'] : []),
    ...processes.filter(({ isMissing }) => isMissing).map(({ name }) => name),
  ];
}

async function responds(database: Pick<Database<never>, 'ping'>): Promise<boolean> {
  const ping = database.ping().then(
    () => true,
    () => false,
  );
  const late = new AbortController();
  const deadline = systemClock.sleep(DATABASE_MS, late.signal).catch(() => {});
  const isThere = await Promise.race([ping, deadline]);
  late.abort();
  return isThere ?? false;
}
