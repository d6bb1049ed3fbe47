/** The topic of what is worth an alert about a zone's pages; notifications are made from it. */
export const PAGE_FINDINGS_TOPIC = 'page-findings';

export type PageFindingKind =
  | 'new_resource'
  | 'new_domain'
  | 'code_change'
  | 'malicious_domain'
  | 'malicious_url'
  | 'malicious_script'
  | 'url_too_long';

export interface PageFinding {
  /** Unique; the same when it is delivered twice. */
  readonly id: string;
  readonly kind: PageFindingKind;
  readonly zoneId: string;
  readonly accountId: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly resource: {
    readonly type: 'script' | 'connection';
    /** Empty when it is not kept. */
    readonly id: string;
    readonly url: string;
    readonly host: string;
    readonly firstPageUrl: string;
  };
  /**
   * What is known besides: hashes before and after, scores, categories of threat feeds. A `code_change`
   * with `received_by: 'visitors'` is about code that they were given and a fetch did not get.
   */
  readonly details: Readonly<Record<string, unknown>>;
}
