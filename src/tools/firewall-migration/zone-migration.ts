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
export interface ZoneMigration {
  check(): Promise<MigrationCheck>;
  config(): Promise<MigrationConfig>;
  status(): Promise<MigrationStatus>;
  comparison(): Promise<MigrationComparison>;
  /** Throws what would be refused, and changes nothing. */
  tryStep(step: MigrationStep, config: MigrationConfig): Promise<void>;
  takeStep(step: MigrationStep, config: MigrationConfig): Promise<void>;
  /** Waits until the previous rules have ended. `onWait` gets the milliseconds so far. */
  untilComplete(onWait: (waited: number) => void): Promise<void>;
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
    async untilComplete(onWait) {
      const since = clock.now();
      while ((await status()).migration_state !== 'complete') {
        const waited = clock.now() - since;
        if (waited > LONGEST_WAIT_MS) throw notComplete();
        onWait(waited);
        await clock.sleep(POLL_MS);
      }
    },
  };
}

const notComplete = () =>
  new PalisadeError(
    'migration_not_complete',
    `the migration has been "pending" for ${LONGEST_WAIT_MS / 60_000} minutes. Both firewalls act meanwhile. "palisade tasks" shows whether the task firewall-migration-completion fails; run the command again to wait longer`,
  );
