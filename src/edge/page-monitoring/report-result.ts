/** Everything that can become of a report, as it is counted. */
export type ReportResult = ReportOutcome | ReportRefusal;

/** Of a report in a body that could be read. The first four are kept, `suppressed` as a number only. */
export type ReportOutcome =
  | 'observed'
  | 'violation'
  | 'suppressed'
  | 'long-url'
  /** The same visitor has said the same within a minute. */
  | 'duplicate'
  /** Nothing that was loaded from somewhere: inline code, data. */
  | 'inline'
  | 'extension'
  | 'foreign-page'
  | 'bad-url'
  /** Of a kind, or about a directive, that nobody asked for. */
  | 'unasked'
  /** No report, in a body that could be read. */
  | 'malformed'
  /** Nobody watches the zone's pages any more, or the policy is gone. */
  | 'not-monitored'
  /** More reports, or more new things, than one visitor is believed. */
  | 'source-limit'
  /** More different things at once than are kept in memory. */
  | 'no-room';

/** Of a request that is refused as a whole, with what is answered. */
export const reportRefusals = {
  'wrong-method': [405, 'Reports are sent with POST.'],
  'wrong-type': [415, 'Reports are application/csp-report or application/reports+json.'],
  'too-large': [413, 'The report is too large.'],
  'too-slow': [408, 'The report arrived too slowly.'],
  malformed: [400, 'The report could not be read.'],
  forged: [403, 'Nobody has asked for this report.'],
  expired: [403, 'The report comes too late.'],
  'wrong-zone': [403, 'The report is about another site.'],
  'source-limit': [429, 'Too many reports from this address.'],
  'zone-limit': [429, 'Too many reports about this site.'],
} as const satisfies Record<string, readonly [status: number, detail: string]>;

export type ReportRefusal = keyof typeof reportRefusals;
