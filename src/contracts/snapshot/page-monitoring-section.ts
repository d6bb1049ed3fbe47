/** What the edge watches and enforces on a zone's pages. Policies act whether or not monitoring is on. */
export interface PageMonitoringSection {
  /** Whether pages are watched for scripts, connections and cookies. */
  readonly isMonitored: boolean;
  /** False: browsers report to the host of the page itself. */
  readonly usesSharedEndpoint: boolean;
  /** False: of connections only scheme, host and port are reported on. */
  readonly keepsConnectionPaths: boolean;
  /** Those that are enabled, in the order in which their headers are sent. */
  readonly policies: readonly PagePolicySnapshot[];
}

export interface PagePolicySnapshot {
  readonly id: string;
  /** `log` reports only, `allow` is enforced by browsers. */
  readonly action: 'log' | 'allow';
  /** A condition, in the words of `policyExpressions`. */
  readonly expression: string;
  /** Directives as written. */
  readonly value: string;
}

/** The header that a policy stands in. */
export const policyHeaders = {
  log: 'content-security-policy-report-only',
  allow: 'content-security-policy',
} as const satisfies Record<PagePolicySnapshot['action'], string>;

/**
 * Policies add headers to responses, so they may ask what rules about response headers may ask. A bare
 * host name may stand right of `http.host eq`.
 */
export const policyExpressions = {
  phase: 'http_response_headers_transform',
  lenientHost: true,
} as const;
