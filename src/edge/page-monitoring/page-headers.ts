import { policyHeaders } from '../../contracts/snapshot/page-monitoring-section.ts';
import type { Clock } from '../../kernel/clock.ts';
import { REPORT_PATH } from './report-path.ts';
import type { ReportToken, ReportTokens } from './report-token.ts';
import type { CompiledPolicy, SignedText, ZonePages } from './zone-pages.ts';

interface PageHeadersOptions {
  readonly tokens: ReportTokens;
  /** The host that accepts reports for all zones, with its port unless that is the default. */
  readonly reportingHost: string | undefined;
  readonly clock: Clock;
}

/** The page view that reports are requested about. */
interface PageView {
  readonly zoneId: string;
  /** Identifies this page view. */
  readonly ray: string;
  readonly isSecure: boolean;
}

/** How long the signed URL of a policy is used for all visitors; short compared to its validity. */
const RENEW_MS = 10 * 60_000;

const REPORT_ONLY = policyHeaders.log;
/** The name of our reporting endpoint. The origin may have others. */
const GROUP = 'palisade-pages';

/** The headers that make browsers enforce policies and report what pages load. */
export class PageHeaders {
  readonly #options: PageHeadersOptions;

  constructor(options: PageHeadersOptions) {
    this.#options = options;
  }

  /** Adds a separate header after those of the origin. Browsers apply the policies of all headers. */
  addPolicy(headers: string[], zoneId: string, pages: ZonePages, policy: CompiledPolicy): void {
    const { id, action, directives, value } = policy;
    const token = { zoneId, policyId: id, mode: action, view: '' };
    const text = this.#current(
      value,
      () => `${directives}; report-uri ${this.#endpoint(token, pages)}`,
    );
    headers.push(policy.header, text);
  }

  /**
   * Requests reports about all external scripts and all connections. Hashes of scripts are requested in a separate
   * header that allows everything: browsers send hashes only to the endpoint of `report-to`, and browsers that
   * support `report-to` ignore `report-uri` in the same header. In one header, all other reports would come
   * minutes late, and not at all over plain HTTP, which has no such endpoints.
   */
  addMonitoring(headers: string[], { zoneId, ray, isSecure }: PageView, pages: ZonePages): void {
    const token = { zoneId, policyId: '', mode: 'monitor', view: ray } as const;
    const endpoint = this.#endpoint(token, pages);
    headers.push(
      REPORT_ONLY,
      `script-src 'unsafe-inline' 'unsafe-eval'; connect-src 'none'; report-uri ${endpoint}`,
    );
    if (!isSecure) return;
    headers.push(
      REPORT_ONLY,
      `script-src * data: blob: 'unsafe-inline' 'unsafe-eval' 'report-sha256'; report-to ${GROUP}`,
      'reporting-endpoints',
      `${GROUP}="${endpoint}"`,
    );
  }

  #current(signed: SignedText, make: () => string): string {
    const now = this.#options.clock.now();
    // A token from before the clock was set back seems to be issued in the future. Its reports would be refused, so it is renewed.
    if (now < signed.renewAt && now >= signed.renewAt - RENEW_MS) return signed.text;
    signed.text = make();
    signed.renewAt = now + RENEW_MS;
    return signed.text;
  }

  /** A path without host is valid for every host and scheme, also behind a proxy that terminates TLS. */
  #endpoint(content: Omit<ReportToken, 'issuedAt'>, pages: ZonePages): string {
    const { tokens, reportingHost, clock } = this.#options;
    const token = tokens.encode({ ...content, issuedAt: clock.now() });
    const isShared = pages.usesSharedEndpoint && reportingHost !== undefined;
    return `${isShared ? `https://${reportingHost}` : ''}${REPORT_PATH}?t=${token}`;
  }
}
