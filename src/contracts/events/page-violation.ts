/** The topic on which the edge publishes violations of page policies; the dataset `page_shield_events`. */
export const PAGE_VIOLATIONS_TOPIC = 'page-violations';

/** Equal reports of one visitor within a minute are one event, whatever the page. */
export interface PageViolation {
  /** Unique; the same if an event is delivered twice. */
  readonly id: string;
  readonly zoneId: string;
  readonly accountId: string;
  readonly fields: PageViolationFields;
  /** Violations of this policy and type since the last event that were counted but exceeded the quota of events. */
  readonly suppressed?: number;
}

/** Members are named like the fields of the dataset. */
export interface PageViolationFields {
  /** `log` or `allow`. */
  readonly Action: string;
  readonly CSPDirective: string;
  readonly Host: string;
  /** Without query and fragment. */
  readonly PageURL: string;
  readonly PolicyID: string;
  readonly ResourceType: 'script' | 'connection' | 'other';
  /** Milliseconds since the epoch. */
  readonly Timestamp: number;
  /** The blocked or reported resource: a URL, or a keyword such as `inline`. */
  readonly URL: string;
  readonly URLContainsCDNCGIPath: boolean;
  readonly URLHost: string;
}
