import { type ParsedScript, parseScript } from '../tree/script-parser.ts';
import { type Page, type PageCode, readPage } from './page-reader.ts';

type Parsed = Extract<ParsedScript, { kind: 'parsed' }>;

/** The scripts of a page as one script, in which all have the places that they have in the page. */
export interface PageScript {
  readonly page: Page;
  /** As long as the page; everything that is no script is blank. */
  readonly code: string;
  readonly parsed: Parsed;
}

/** Scripts of a page that are read. */
const MAX_SCRIPTS = 150;
/** Elements that run or load something without a script. */
const active: ReadonlySet<string> = new Set(['applet', 'object', 'embed', 'iframe']);

/** Reads a text that is no script as a page; undefined if the page has nothing that runs. */
export function readPageScript(text: string): PageScript | undefined {
  const page = readPage(text);
  if (!page) return undefined;
  const readable = page.scripts
    .slice(0, MAX_SCRIPTS)
    .filter(({ code }) => parseScript(code).kind === 'parsed');
  const runs =
    readable.length > 0 ||
    page.basic.length > 0 ||
    page.handlers.length > 0 ||
    page.elements.some(({ tag }) => active.has(tag));
  if (!runs) return undefined;
  const code = inPlace(text, readable);
  const parsed = parseScript(code);
  // Scripts that cannot be one script, such as a module beside a classic one: the first one counts.
  if (parsed.kind === 'parsed') return { page, code, parsed };
  const first = inPlace(text, readable.slice(0, 1));
  const alone = parseScript(first);
  return alone.kind === 'parsed' ? { page, code: first, parsed: alone } : undefined;
}

/** A text in which only the scripts are left; the semicolon ends each of them. */
function inPlace(text: string, scripts: readonly PageCode[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { code, start } of scripts) {
    parts.push(blank(text.slice(at, start)), code);
    at = start + code.length;
    // The end tag leaves room for it.
    parts.push('\n;');
    at += 2;
  }
  parts.push(blank(text.slice(at)));
  return parts.join('');
}

const blank = (text: string): string => text.replaceAll(/[^\n]/g, ' ');
