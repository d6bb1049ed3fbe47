import type { SensitiveDataRule } from '../../../catalogs/managed-rulesets/sensitive-data/sensitive-data-rule.ts';
import { decodeContent } from '../decode-content.ts';
import { decodeText } from '../decode-text.ts';
import { describeFindings } from '../describe-findings.ts';
import { createScanner } from '../scanner.ts';
import { textTypeOf } from '../text-type.ts';
import type { ScanJob, ScanResult } from './scan-job.ts';

/** An event shows one place and an alert a few; nobody reads hundreds. */
const MOST_PLACES = 10;

const nothing: ScanResult = { reports: [], scannedBytes: 0 };

/**
 * Looks through bodies. One scanner with all rules serves every selection of them: the work of a
 * prefilter hardly depends on their number.
 */
export function bodyScanner(rules: readonly SensitiveDataRule[]) {
  const scanner = createScanner(rules);
  return async function scanBody(job: ScanJob): Promise<ScanResult> {
    const { contentType, encoding } = job;
    if (textTypeOf(contentType) === undefined) return nothing;
    const bytes = (await decodeContent(job.bytes, encoding))?.bytes;
    const text = bytes && decodeText(bytes, contentType);
    if (bytes === undefined || text === undefined) return nothing;
    return {
      reports: describeFindings(text, scanner.scan(text), MOST_PLACES),
      scannedBytes: bytes.length,
    };
  };
}
