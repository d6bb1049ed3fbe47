import type { Report } from './read-entities.ts';

const TRANSFORM = /(?:w3\.org\/1999\/XSL\/Transform|<xsl:)/i;
/** Namespaces and elements by which style sheets call code. */
const CODE =
  /xml\.apache\.org\/(?:xalan\/java|xalan|xslt\/java)|saxon\.sf\.net\/java-type|urn:schemas-microsoft-com:xslt|php\.net\/xsl|<msxsl:script|xmlns:[\w.-]{1,40}\s{0,9}=\s{0,9}["'](?:java:|clitype:|https?:\/\/[^"']{0,80}\/java[./])|<(?:[\w.-]{1,40}:)?document\s[^>]{0,100}\bhref/i;
const READING =
  /\b(?:document|doc|unparsed-text|collection)\s{0,9}\(\s{0,9}(?:["']|&quot;|&apos;)\s{0,9}([^"'&)]{1,200})/gi;
const INSERTION =
  /<xsl:(?:include|import)\s[^>]{0,100}href\s{0,9}=\s{0,9}["'](?:file|https?|ftp|\/|\\\\)/i;

/** Reports style sheets that run code or read other documents. */
export function readTransforms(text: string, report: Report): void {
  if (!TRANSFORM.test(text)) return;
  const code = CODE.exec(text);
  if (code) report('xml-transform-code', 'clear', code.index, code.index + code[0].length);
  for (const { 0: found, 1: address = '', index } of text.matchAll(READING)) {
    const isForeign = /^(?:file|https?|ftp):|^\/|\.\./i.test(address);
    if (isForeign) report('xml-transform-document', 'clear', index, index + found.length);
  }
  const insertion = INSERTION.exec(text);
  if (insertion) {
    const { index } = insertion;
    report('xml-transform-document', 'likely', index, index + insertion[0].length);
  }
}
