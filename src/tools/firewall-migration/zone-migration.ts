import { type Clock, systemClock } from '../../kernel/clock.ts';
import { PalisadeError } from '../../kernel/palisade-error.ts';
import type { ApiClient } from '../api-client.ts';
import type { MigrationComparison } from './migration-comparison.ts';

const PHASE = 'http_request_firewall_managed';
/** The server completes a migration after two minutes, even if an edge process has not reported. */
const LONGEST_WAIT_MS = 180_000;
const POLL_MS = 200;

/** `validation` runs both firewalls, `pending` ends the previous one. */
export type MigrationStep = 'validation' | 'pending';

export type MigrationState = 'default' | 'start' | 'validation' | 'pending' | 'complete';

export interface MigrationCheck {
  readonly compatible: boolean;
  readonly migration_state: MigrationState;
  readonly reasons: readonly { readonly code: string; readonly message: string }[];
}

export interface MigrationStatus {
  readonly old_waf_status: string;
  readonly new_waf_status: string;
  readonly migration_state: MigrationState;
}

/** A rule of the entry point. Rules that are not stored yet have an empty id. */
export interface ConfiguredRule {
  readonly id: string;
  readonly enabled: boolean;
  readonly action: string;
  readonly expression: string;
  readonly action_parameters?: {
    readonly id?: string;
    readonly overrides?: ConfiguredOverrides;
  };
}

export interface ConfiguredOverrides {
  readonly action?: string;
  readonly categories?: readonly { readonly category: string; readonly enabled?: boolean }[];
  readonly rules?: readonly {
    readonly id: string;
    readonly enabled?: boolean;
    readonly action?: string;
    readonly score_threshold?: number;
  }[];
}

export interface MigrationConfig {
  readonly name: string;
  readonly rules: readonly ConfiguredRule[];
}

/** The migration of one zone, through the API. */
interface ZoneMigration {
  check(): Promise<MigrationCheck>;
  config(): Promise<MigrationConfig>;
  status(): Promise<MigrationStatus>;
  comparison(): Promise<MigrationComparison>;
  /** A dry run: throws if the step would be refused, and changes nothing. */
  tryStep(step: MigrationStep, config: MigrationConfig): Promise<void>;
  takeStep(step: MigrationStep, config: MigrationConfig): Promise<void>;
  /** Waits until the edge has done a step. `onWait` gets the milliseconds so far. */
  untilDone(step: MigrationStep, onWait: (waited: number) => void): Promise<void>;
}

export function zoneMigration(
  api: ApiClient,
  zoneId: string,
  clock: Pick<Clock, 'now' | 'sleep'> = systemClock,
): ZoneMigration {
  const base = `/zones/${zoneId}/waf_migration`;
  const get = async (path: string) => (await api.call('GET', `${base}/${path}`)).result;
  const put = (step: MigrationStep, config: MigrationConfig, more = '') =>
    api.call(
      'PUT',
      `/zones/${zoneId}/rulesets/phases/${PHASE}/entrypoint?waf_migration=${step}&phase_two=1${more}`,
      config,
    );
  const status = async () => (await get('status')) as MigrationStatus;
  const isInForce = async () => {
    const { result } = await api.call('GET', `/zones/${zoneId}/edge_status`);
    return (result as { readonly up_to_date: boolean }).up_to_date;
  };
  return {
    check: async () => (await get('check?phase_two=1')) as MigrationCheck,
    config: async () => (await get('config?phase_two=1')) as MigrationConfig,
    status,
    comparison: async () => (await get('comparison')) as MigrationComparison,
    async tryStep(step, config) {
      await put(step, config, '&dry_run=true');
    },
    async takeStep(step, config) {
      await put(step, config);
    },
    async untilDone(step, onWait) {
      const since = clock.now();
      // The first deployment of a managed ruleset takes an edge process some seconds.
      const isDone = step === 'pending' ? async () => isComplete(await status()) : isInForce;
      while (!(await isDone())) {
        const waited = clock.now() - since;
        if (waited > LONGEST_WAIT_MS) throw notDone(zoneId);
        onWait(waited);
        await clock.sleep(POLL_MS);
      }
    },
  };
}

const isComplete = ({ migration_state: state }: MigrationStatus) => state === 'complete';

const notDone = (zoneId: string) =>
  new PalisadeError(
    'migration_not_done',
    `the step is stored, but the edge has not done it for ${LONGEST_WAIT_MS / 60_000} minutes. GET /zones/${zoneId}/edge_status and "palisade tasks" show why; run the command again to wait longer`,
  );
