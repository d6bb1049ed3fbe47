/** The results of reports, as the metric counts them. */
export type ReportResult = ReportOutcome | ReportRefusal;

/**
 * Results of a report in a body that could be parsed. Reports with the first four results are kept; for `suppressed`,
 * only their number is.
 */
export type ReportOutcome =
  | 'observed'
  | 'violation'
  | 'suppressed'
  | 'long-url'
  /** The visitor sent an equal report, in the same page view or within the last minute. */
  | 'duplicate'
  /** Not loaded from a URL: inline code, data. */
  | 'inline'
  | 'extension'
  | 'foreign-page'
  | 'bad-url'
  /** A kind of report, or a directive, that the edge did not request. */
  | 'unasked'
  /** An element that is not a report, in a body that could be parsed. */
  | 'malformed'
  /** The zone no longer monitors its pages, or the policy was deleted. */
  | 'not-monitored'
  /** More reports, or more new items, than are accepted from one visitor. */
  | 'source-limit'
  /** More different items at once than are kept in memory. */
  | 'memory-limit';

/** Reasons to refuse a whole request, with the response. */
export const reportRefusals = {
  'wrong-method': [405, 'Reports are sent with POST.'],
  'wrong-type': [415, 'Reports are application/csp-report or application/reports+json.'],
  'too-large': [413, 'The report is too large.'],
  'too-slow': [408, 'The report arrived too slowly.'],
  malformed: [400, 'The report is not valid JSON.'],
  forged: [403, 'The token of the report is not valid.'],
  expired: [403, 'The token of the report has expired.'],
  'wrong-zone': [403, 'The report is about another site.'],
  'source-limit': [429, 'Too many reports from this address.'],
  'zone-limit': [429, 'Too many reports about this site.'],
} as const satisfies Record<string, readonly [status: number, detail: string]>;

export type ReportRefusal = keyof typeof reportRefusals;
