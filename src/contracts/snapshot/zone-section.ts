import type { TrafficSettings } from './traffic-settings.ts';
import type { UrlNormalization } from './url-normalization.ts';

/** The base settings of a zone. */
export interface ZoneSection {
  readonly name: string;
  readonly accountId: string;
  /** Requests to a paused zone are forwarded without rules and settings. */
  readonly paused: boolean;
  readonly plan: string;
  /** Undefined for the default. */
  readonly urlNormalization?: UrlNormalization;
  /** Undefined for the defaults. */
  readonly traffic?: TrafficSettings;
}
