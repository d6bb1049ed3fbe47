/** What log push jobs want to know of requests beyond what the edge logs anyway. */
export interface RequestLogSection {
  readonly attackScores: true;
}
