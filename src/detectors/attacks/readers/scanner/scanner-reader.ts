import {
  callbackDomains,
  scannerAgents,
  scannerHeaders,
  scannerMarks,
  scannerPaths,
} from '../../../../catalogs/attacks/words/scanner-tools.ts';
import type { AttackReader, ReadContext } from '../../attack-reader.ts';

const headers: ReadonlySet<string> = new Set(scannerHeaders);
/** A name below a callback domain that is too long to be written by a person. */
const MIN_TOKEN = 16;
const WORD = /[a-z0-9_]/;

/** Reads a value as the name or a probe of a vulnerability scanner. */
export const scannerReader: AttackReader = {
  name: 'scanner',
  triggers: [
    { words: [...scannerAgents, ...scannerHeaders, ...scannerMarks, ...scannerPaths] },
    { words: [...callbackDomains], with: '.' },
  ],
  read(text, context) {
    const { place, name, isName } = context.value;
    if (place === 'file' && isName !== true) return;
    const lower = text.toLowerCase();
    if (place === 'header' && isName === true) {
      if (headers.has(lower)) context.report('scanner-header', 'likely', 0, text.length);
      return;
    }
    if (place === 'header' && name === 'user-agent') {
      reportWord(lower, scannerAgents, 'scanner-agent', context);
      return;
    }
    if (place === 'path') reportWord(lower, scannerPaths, 'scanner-path', context);
    else reportWord(lower, scannerMarks, 'scanner-mark', context);
    reportCallback(lower, context);
  },
};

/** A word counts as such only if it is not the end of a longer one. */
function reportWord(
  lower: string,
  words: readonly string[],
  sign: 'scanner-agent' | 'scanner-path' | 'scanner-mark',
  { role, report }: ReadContext,
): void {
  for (const word of words) {
    const at = lower.indexOf(word);
    if (at === -1 || WORD.test(lower.charAt(at - 1))) continue;
    // People write and search for the names of tools.
    const isTalk =
      sign === 'scanner-mark' && (role !== 'plain' || /\s/.test(lower) || lower === word);
    report(sign, isTalk ? 'weak' : 'likely', at, at + word.length);
    return;
  }
}

function reportCallback(lower: string, { role, report }: ReadContext): void {
  for (const domain of callbackDomains) {
    const at = lower.indexOf(`.${domain}`);
    if (at === -1) continue;
    const [token = ''] = /[a-z0-9-]{1,63}$/.exec(lower.slice(Math.max(0, at - 63), at)) ?? [];
    const isTalk = role === 'prose' || role === 'search' || role === 'code';
    const strength = isTalk ? 'weak' : token.length >= MIN_TOKEN ? 'clear' : 'likely';
    report('scanner-callback', strength, at - token.length, at + domain.length + 1);
    return;
  }
}
