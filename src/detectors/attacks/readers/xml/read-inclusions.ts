import { addressKind, isStandardAddress } from './address-kind.ts';
import type { Report } from './read-entities.ts';

const DOCUMENT_TYPE =
  /<!doctype\s+[\w:.-]{1,100}\s+(?:system|public\s+(?:"[^"]{0,200}"|'[^']{0,200}'))\s*(?:"([^"]{0,300})"|'([^']{0,300})')/gi;
const INCLUSION = /<(?:[\w.-]{1,40}:)?include\b([^>]{0,500})/gi;
const INCLUSION_NAMESPACE = /w3\.org\/(?:2001|2003)\/XInclude/i;
const HREF = /\bhref\s{0,20}=\s{0,20}["']([^"']{0,300})/i;
const STYLESHEET = /<\?xml-stylesheet\b([^>]{0,500})/gi;

/** Reports documents that draw others in: by their type, by XInclude, or as a style sheet. */
export function readInclusions(text: string, report: Report): void {
  for (const { 0: found, 1: double, 2: single, index } of text.matchAll(DOCUMENT_TYPE)) {
    const address = double ?? single ?? '';
    const kind = addressKind(address);
    if (kind === 'relative' || isStandardAddress(address)) continue;
    report('xml-external-type', kind === 'local' ? 'clear' : 'likely', index, index + found.length);
  }
  if (INCLUSION_NAMESPACE.test(text)) {
    for (const { 0: found, 1: attributes = '', index } of text.matchAll(INCLUSION)) {
      const address = HREF.exec(attributes)?.[1];
      if (address === undefined) continue;
      const isClear =
        addressKind(address) !== 'relative' || /parse\s{0,20}=\s{0,20}["']text/i.test(attributes);
      report('xml-inclusion', isClear ? 'clear' : 'likely', index, index + found.length);
    }
  }
  for (const { 0: found, 1: attributes = '', index } of text.matchAll(STYLESHEET)) {
    const address = HREF.exec(attributes)?.[1] ?? '';
    const kind = addressKind(address);
    const isForeign = kind !== 'relative' || address.startsWith('data:');
    if (isForeign && /xsl/i.test(attributes))
      report('xml-stylesheet', 'likely', index, index + found.length);
  }
}
