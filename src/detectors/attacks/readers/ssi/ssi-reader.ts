import type { AttackSign } from '../../../../catalogs/attacks/attack-signs.ts';
import type { AttackReader } from '../../attack-reader.ts';

const DIRECTIVE =
  /<!--\s{0,4}#\s{0,4}(exec|include|echo|printenv|set|config|fsize|flastmod|if|odbc|email)\b([^>]{0,300})/gi;
const EDGE =
  /<(?:esi:(include|inline|vars|try|choose|eval|assign|debug|remove|comment|invalidate)\b|!--esi\b)[^>]{0,300}/gi;
/** What a directive has to have for a server to act on it. */
const ATTRIBUTE =
  /\b(?:cmd|cgi|virtual|file|var|errmsg|timefmt|sizefmt|expr|value|statement|encoding)\s?=/i;

const signs: Readonly<Record<string, AttackSign>> = {
  exec: 'ssi-execution',
  odbc: 'ssi-execution',
  email: 'ssi-execution',
  include: 'ssi-inclusion',
};

/** Reads a value as server-side includes and as includes of edge caches. */
export const ssiReader: AttackReader = {
  name: 'ssi',
  readsDocuments: true,
  triggers: [{ words: ['<!--#', '<!-- #', '<!--  #', '<esi:', '<!--esi'] }],
  read(text, { role, value, report }) {
    if (value.place === 'file' && value.isName !== true) return;
    const isQuoted = role === 'code' || role === 'prose';
    for (const { 0: written, 1: name = '', 2: rest = '', index } of text.matchAll(DIRECTIVE)) {
      if (!ATTRIBUTE.test(rest) && name.toLowerCase() !== 'printenv') continue;
      const sign = signs[name.toLowerCase()] ?? 'ssi-variable';
      report(sign, isQuoted ? 'weak' : 'clear', index, index + written.length);
    }
    for (const { 0: written, index } of text.matchAll(EDGE)) {
      report('ssi-edge-include', isQuoted ? 'weak' : 'clear', index, index + written.length);
    }
  },
};
