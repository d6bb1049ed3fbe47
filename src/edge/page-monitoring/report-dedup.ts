import { hash } from 'node:crypto';
import { BoundedMap } from '../../kernel/bounded-map.ts';
import type { Source } from '../limits/source-counts.ts';
import type { Judgement } from './judge-report.ts';
import type { ReportToken } from './report-token.ts';

/** A report about the pages of a zone that was not dropped. */
export type AcceptedReport = Exclude<Judgement, { kind: 'dropped' }>;

/** The visitor who reports, and the token that the report came with. */
export interface ReportSender {
  readonly source: Source;
  readonly token: ReportToken;
}

/** If the token names no page view, a report that the visitor repeats within this time is not counted again. */
const MINUTE_MS = 60_000;
const REMEMBERED = 131_072;

/** Recognises repeated reports of a visitor. */
export class ReportDedup {
  /** The time of a report, by a digest of its visitor and content. */
  readonly #times = new BoundedMap<string, number>(REMEMBERED);

  /**
   * Whether the visitor has reported the same about the resource: for monitoring in the same page view, for a policy
   * within the last minute, on any page.
   */
  has(report: AcceptedReport, sender: ReportSender, now: number): boolean {
    const digest = digestOf(report, sender);
    return sender.token.view === ''
      ? this.#isRecent(digest, now)
      : this.#times.get(digest) !== undefined;
  }

  /** Whether the visitor has reported the same about the resource on the same page within the last minute. */
  hasOnPage(report: AcceptedReport, sender: ReportSender, now: number): boolean {
    return this.#isRecent(pageDigestOf(report, sender), now);
  }

  add(report: AcceptedReport, sender: ReportSender, now: number): void {
    this.#times.set(digestOf(report, sender), now);
    this.addPage(report, sender, now);
  }

  addPage(report: AcceptedReport, sender: ReportSender, now: number): void {
    this.#times.set(pageDigestOf(report, sender), now);
  }

  #isRecent(digest: string, now: number): boolean {
    const before = this.#times.get(digest);
    // A time in the future was stored before the clock was set back.
    return before !== undefined && before <= now && now - before < MINUTE_MS;
  }
}

function digestOf(report: AcceptedReport, { source, token }: ReportSender): string {
  const { kind, host, url } = report;
  const { zoneId, policyId, view } = token;
  const parts = [source.block, zoneId, policyId, view, kind, detailOf(report, policyId), host, url];
  return hash('sha1', parts.join('\n'), 'base64');
}

function pageDigestOf(report: AcceptedReport, sender: ReportSender): string {
  return hash('sha1', `${digestOf(report, sender)}\n${report.pageUrl}`, 'base64');
}

/** The property that distinguishes reports of a visitor about the same resource. */
function detailOf(report: AcceptedReport, policyId: string): string {
  // Inline code may violate several directives of a policy. A loaded resource is reported once.
  if (report.kind === 'resource') return policyId === '' ? report.type : report.directive;
  // Visitors who share an address may get different code.
  return report.kind === 'hash' ? report.hash : '';
}
