/** Monitoring and policies of a zone's pages. Policies apply whether or not monitoring is on. */
export interface PageMonitoringSection {
  /** Whether scripts, connections and cookies of pages are monitored. */
  readonly isMonitored: boolean;
  /** False: browsers report to the host of the page itself. */
  readonly usesSharedEndpoint: boolean;
  /** False: only scheme, host and port of connections are reported. */
  readonly keepsConnectionPaths: boolean;
  /** The enabled policies, in the order in which their headers are sent. */
  readonly policies: readonly PagePolicySnapshot[];
}

export interface PagePolicySnapshot {
  readonly id: string;
  /** `log` reports only, `allow` is enforced by browsers. */
  readonly action: 'log' | 'allow';
  /** A condition in the context of `policyExpressions`. */
  readonly expression: string;
  /** Directives as written. */
  readonly value: string;
}

/** The response header of a policy, by action. */
export const policyHeaders = {
  log: 'content-security-policy-report-only',
  allow: 'content-security-policy',
} as const satisfies Record<PagePolicySnapshot['action'], string>;

/**
 * Policies add headers to responses, so they may use the fields of response header rules. Host names after `http.host
 * eq` need no quotes.
 */
export const policyExpressions = {
  phase: 'http_response_headers_transform',
  lenientHost: true,
} as const;
