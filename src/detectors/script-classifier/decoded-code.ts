import type { Page } from './page/page-reader.ts';
import type { ScriptReading } from './script-reading.ts';

/** Parts of a code that are looked for, and their length. */
const PARTS = 20;
const PART_LENGTH = 14;
/** Shorter code may be put together from words. */
const MIN_LENGTH = 100;
/** Share of the parts that decoded code may have in common with the script. */
const MAX_FOUND = 0.3;

/** Texts that a script contains as they are: its source, its strings, and the page around it. */
export function writtenTexts({ source, tree }: ScriptReading, page: Page | undefined): string[] {
  const strings: string[] = [];
  for (const number of tree.ofTypes(['Literal', 'TemplateElement'])) {
    const node = tree.node(number);
    if (node?.type === 'Literal' && typeof node.value === 'string') strings.push(node.value);
    else if (node?.type === 'TemplateElement') strings.push(node.value.cooked ?? '');
  }
  return [source, strings.join('\n'), ...(page ? [page.text] : [])];
}

/** Whether code was decoded: hardly any part of it is in the texts. */
export function isDecoded(code: string, texts: readonly string[]): boolean {
  if (code.length < MIN_LENGTH) return false;
  const step = Math.max(1, Math.floor((code.length - PART_LENGTH) / PARTS));
  let [parts, found] = [0, 0];
  for (let at = 0; at + PART_LENGTH <= code.length; at += step) {
    const part = code.slice(at, at + PART_LENGTH);
    if (!/\w{3}/.test(part)) continue;
    parts += 1;
    if (texts.some((text) => text.includes(part))) found += 1;
  }
  return parts > 0 && found < parts * MAX_FOUND;
}
