/** The topic on which the edge reports what policies did not allow; the dataset `page_shield_events`. */
export const PAGE_VIOLATIONS_TOPIC = 'page-violations';

/** Reports of one visitor that say the same within a minute are one event, whatever the page. */
export interface PageViolation {
  /** Unique; the same when an event is delivered twice. */
  readonly id: string;
  readonly zoneId: string;
  readonly accountId: string;
  readonly fields: PageViolationFields;
  /** How many others of the policy and type there were since the last one, which are only counted. */
  readonly suppressed?: number;
}

/** Named like those of the dataset. */
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
  /** What was refused: a URL, or a word such as `inline`. */
  readonly URL: string;
  readonly URLContainsCDNCGIPath: boolean;
  readonly URLHost: string;
}
