import { readPage } from '../../src/detectors/script-classifier/page/page-reader.ts';
import { parseScript } from '../../src/detectors/script-classifier/tree/script-parser.ts';

/** Elements that run or load a program without a script. */
const active: ReadonlySet<string> = new Set(['applet', 'object', 'embed', 'iframe']);
/** A shorter handler, such as `void(0)`, does nothing. */
const MIN_HANDLER = 20;

/** Whether a text has code of its own: it is no page that only loads scripts from elsewhere, or shows them as text. */
export function hasCode(source: string): boolean {
  const page = parseScript(source).kind === 'parsed' ? undefined : readPage(source);
  return (
    page === undefined ||
    page.scripts.length > 0 ||
    page.basic.length > 0 ||
    page.handlers.some(({ code }) => code.length >= MIN_HANDLER) ||
    page.elements.some(({ tag }) => active.has(tag))
  );
}
