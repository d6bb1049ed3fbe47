import type { TrafficSettings } from './traffic-settings.ts';
import type { UrlNormalization } from './url-normalization.ts';

/** What the edge knows of a zone itself. */
export interface ZoneSection {
  readonly name: string;
  readonly accountId: string;
  /** A paused zone is passed through: nothing of what is configured for it acts. */
  readonly paused: boolean;
  readonly plan: string;
  /** Undefined for the default. */
  readonly urlNormalization?: UrlNormalization;
  /** Undefined for the defaults. */
  readonly traffic?: TrafficSettings;
}
