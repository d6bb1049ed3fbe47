import type { SensitiveDataRule } from '../../../catalogs/managed-rulesets/sensitive-data/sensitive-data-rule.ts';
import { decodeContent } from '../../../kernel/decode-content.ts';
import { decodeText } from '../decode-text.ts';
import { describeFindings, type RuleReport } from '../describe-findings.ts';
import { createScanner } from '../scanner.ts';
import { textTypeOf } from '../text-type.ts';
import type { ScanBody } from './scan-job.ts';

/** Findings that are described: an event shows one, an alert a few. */
const MAX_POSITIONS = 10;

/**
 * Scans bodies. One scanner with all rules serves every selection of rules: the cost of the prefilter hardly depends on
 * their number.
 */
export function bodyScanner(rules: readonly SensitiveDataRule[]) {
  const scanner = createScanner(rules);
  return async function scanBody(body: ScanBody): Promise<readonly RuleReport[]> {
    const { contentType, encoding } = body;
    if (textTypeOf(contentType) === undefined) return [];
    const bytes = encoding ? (await decodeContent(body.bytes, encoding))?.bytes : body.bytes;
    const text = bytes && decodeText(bytes, contentType);
    return text === undefined ? [] : describeFindings(text, scanner.scan(text), MAX_POSITIONS);
  };
}
