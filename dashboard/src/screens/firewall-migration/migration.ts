import type { ResultOf } from '../../api/client.ts';
import type { Tone } from '../../parts/controls/tone.ts';

export type MigrationState =
  ResultOf<'GET /zones/{zone_id}/waf_migration/status'>['migration_state'];
export type Comparison = ResultOf<'GET /zones/{zone_id}/waf_migration/comparison'>;

/** The wider conditions: also core rules, firewall rules that bypass, and page rules. */
export const phaseTwo = { phase_two: '1' } as const;

export const stateWords: Readonly<Record<MigrationState, { text: string; tone: Tone }>> = {
  default: { text: 'nothing to migrate', tone: 'neutral' },
  start: { text: 'not migrated', tone: 'neutral' },
  validation: { text: 'validation: both versions act', tone: 'accent' },
  pending: { text: 'ending the previous version', tone: 'accent' },
  complete: { text: 'migrated', tone: 'good' },
};

/** A rule of the new configuration. One that is not stored yet has an empty id. */
export interface ConfiguredRule {
  readonly id: string;
  readonly enabled: boolean;
  readonly action: string;
  readonly expression: string;
  readonly action_parameters?: {
    readonly id?: string;
    readonly ruleset?: string;
    readonly overrides?: Overrides;
  };
}

export interface Overrides {
  readonly action?: string;
  readonly enabled?: boolean;
  readonly categories?: readonly {
    readonly category: string;
    readonly enabled?: boolean;
    readonly action?: string;
  }[];
  readonly rules?: readonly {
    readonly id: string;
    readonly enabled?: boolean;
    readonly action?: string;
    readonly score_threshold?: number;
  }[];
}

interface Effect {
  readonly enabled?: boolean;
  readonly action?: string;
  readonly score_threshold?: number;
}

/** `off`, `log`, `block from a score of 25`. */
export function effectText({ enabled, action, score_threshold: score }: Effect): string {
  if (enabled === false) return 'off';
  const text = action ?? 'on';
  return score === undefined ? text : `${text} from a score of ${score}`;
}
