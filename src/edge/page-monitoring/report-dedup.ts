import { hash } from 'node:crypto';
import { BoundedMap } from '../../kernel/bounded-map.ts';
import type { Source } from '../limits/source-counts.ts';
import type { Judgement } from './judge-report.ts';
import type { ReportToken } from './report-token.ts';

/** A report that says something about the pages of a zone. */
export type WorthyReport = Exclude<Judgement, { kind: 'dropped' }>;

/** Who says something, and in answer to what. */
export interface Said {
  readonly source: Source;
  readonly token: ReportToken;
}

/** What a visitor says again within this time is not counted again. */
const MINUTE_MS = 60_000;
const REMEMBERED = 131_072;

/** What visitors have said within the last minute. */
export class ReportDedup {
  /** When, by a digest of who and what. */
  readonly #times = new BoundedMap<string, number>(REMEMBERED);

  /** Whether the visitor has said this of the resource, on whatever page. */
  has(report: WorthyReport, said: Said, now: number): boolean {
    return this.#isRecent(digestOf(report, said), now);
  }

  /** The same, on the same page. */
  hasOnPage(report: WorthyReport, said: Said, now: number): boolean {
    return this.#isRecent(pageDigestOf(report, said), now);
  }

  add(report: WorthyReport, said: Said, now: number): void {
    this.#times.set(digestOf(report, said), now);
    this.addPage(report, said, now);
  }

  addPage(report: WorthyReport, said: Said, now: number): void {
    this.#times.set(pageDigestOf(report, said), now);
  }

  #isRecent(digest: string, now: number): boolean {
    const before = this.#times.get(digest);
    return before !== undefined && now - before < MINUTE_MS;
  }
}

function digestOf(report: WorthyReport, { source, token }: Said): string {
  const { kind, host, url } = report;
  const { zoneId, policyId } = token;
  const said = [source.block, zoneId, policyId, kind, detailOf(report, policyId), host, url];
  return hash('sha1', said.join('\n'), 'base64');
}

function pageDigestOf(report: WorthyReport, said: Said): string {
  return hash('sha1', `${digestOf(report, said)}\n${report.pageUrl}`, 'base64');
}

/** What else makes two reports about the same thing different. */
function detailOf(report: WorthyReport, policyId: string): string {
  // Inline code may break several directives of a policy; what a page loads is there only once.
  if (report.kind === 'resource') return policyId === '' ? report.type : report.directive;
  // Visitors behind one address may be given different code.
  return report.kind === 'hash' ? report.hash : '';
}
