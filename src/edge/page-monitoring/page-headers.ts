import { policyHeaders } from '../../contracts/snapshot/page-monitoring-section.ts';
import type { Clock } from '../../kernel/clock.ts';
import { REPORT_PATH } from './report-path.ts';
import type { ReportMode, ReportTokens } from './report-token.ts';
import type { CompiledPolicy, SignedText, ZonePages } from './zone-pages.ts';

interface PageHeadersOptions {
  readonly tokens: ReportTokens;
  /** Takes reports of all zones: a host, with its port when it is not the usual one. */
  readonly reportingHost: string | undefined;
  readonly clock: Clock;
}

/** How long one signature is used for all visitors of a zone; small against its life. */
const RENEW_MS = 10 * 60_000;

const REPORT_ONLY = policyHeaders.log;
/** The name of our endpoint among those that the origin may have. */
const GROUP = 'palisade-pages';

/** The headers that make browsers enforce policies and report what pages load. */
export class PageHeaders {
  readonly #options: PageHeadersOptions;

  constructor(options: PageHeadersOptions) {
    this.#options = options;
  }

  /** Adds a line of its own, after those of the origin: browsers apply them all. */
  addPolicy(headers: string[], zoneId: string, pages: ZonePages, policy: CompiledPolicy): void {
    const { id, action, directives, value } = policy;
    const text = this.#current(
      value,
      () => `${directives}; report-uri ${this.#endpoint(zoneId, pages, action, id)}`,
    );
    headers.push(policy.header, text);
  }

  /**
   * Asks for reports of all scripts from files and of all connections. Hashes of scripts are asked for
   * in a line of its own, which allows everything: browsers send them to the endpoint of `report-to`
   * only, and one that knows that word ignores `report-uri` beside it. Then everything else would come
   * minutes late, and not at all over plain HTTP, where there are no such endpoints.
   */
  addMonitoring(headers: string[], zoneId: string, pages: ZonePages, isSecure: boolean): void {
    const endpoint = this.#current(pages.endpoint, () =>
      this.#endpoint(zoneId, pages, 'monitor', ''),
    );
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
    if (now < signed.renewAt) return signed.text;
    signed.text = make();
    signed.renewAt = now + RENEW_MS;
    return signed.text;
  }

  /** A path alone is right under every host and scheme, also behind a proxy that ends TLS. */
  #endpoint(zoneId: string, pages: ZonePages, mode: ReportMode, policyId: string): string {
    const { tokens, reportingHost, clock } = this.#options;
    const token = tokens.encode({ zoneId, policyId, mode, issuedAt: clock.now() });
    const isShared = pages.usesSharedEndpoint && reportingHost !== undefined;
    return `${isShared ? `https://${reportingHost}` : ''}${REPORT_PATH}?t=${token}`;
  }
}
