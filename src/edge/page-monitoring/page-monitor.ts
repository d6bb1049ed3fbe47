import type { Publisher } from '../../bus/bus.ts';
import {
  PAGE_VIOLATIONS_TOPIC,
  type PageViolation,
} from '../../contracts/events/page-violation.ts';
import { EventBatcher } from '../request-log/event-batcher.ts';
import { CookieWatch } from './cookie-watch.ts';
import { ObservationLog } from './observation-log.ts';
import { PageHeaders } from './page-headers.ts';
import { PageSampler, type PageSamplerOptions } from './page-sampler.ts';
import { ReportIntake } from './report-intake.ts';
import type { ReportResult } from './report-result.ts';
import { ReportTokens } from './report-token.ts';
import { ServedScripts } from './served-scripts.ts';

export interface PageMonitorOptions extends PageSamplerOptions {
  /** Signs the tokens that browsers send back with reports. */
  readonly key: Buffer;
  /** The host that accepts reports for all zones, with its port unless that is the default. */
  readonly reportingHost: string | undefined;
  readonly publisher: Publisher;
  /** Whether parts of URLs that look like secrets are redacted in violations. */
  readonly hidesSecrets: boolean;
  readonly onResult: (result: ReportResult, count?: number) => void;
}

/** Monitors the pages of zones in an edge process, and enforces policies on them. */
export class PageMonitor {
  readonly headers: PageHeaders;
  readonly sampler: PageSampler;
  readonly intake: ReportIntake;
  readonly cookies: CookieWatch;
  readonly scripts: ServedScripts;
  /** In lower case, without port. */
  readonly reportingHost: string | undefined;
  readonly #observations: ObservationLog;
  readonly #violations: EventBatcher<PageViolation>;

  constructor(options: PageMonitorOptions) {
    const { key, reportingHost, publisher, clock, onResult, hidesSecrets } = options;
    const tokens = new ReportTokens(key);
    const observations = new ObservationLog(publisher, key);
    const violations = new EventBatcher<PageViolation>(publisher, PAGE_VIOLATIONS_TOPIC);
    this.headers = new PageHeaders({ tokens, reportingHost, clock });
    this.sampler = new PageSampler(options);
    this.intake = new ReportIntake({
      tokens,
      observations,
      violations,
      onResult,
      clock,
      hidesSecrets,
    });
    this.cookies = new CookieWatch({ observations, clock });
    this.scripts = new ServedScripts(clock);
    this.reportingHost = reportingHost?.replace(/:\d+$/, '').toLowerCase();
    this.#observations = observations;
    this.#violations = violations;
  }

  flush(): void {
    this.#observations.flush();
    this.#violations.flush();
  }
}
