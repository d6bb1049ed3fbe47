import type { InnerText } from './inner-text.ts';

/** More leaves than real documents in a value have; the caller's budget bounds the work for whole bodies. */
const MAX_LEAVES = 5000;
const MAX_DEPTH = 64;

export interface JsonTexts {
  readonly texts: readonly InnerText[];
  /** Whether there are further or deeper leaves. */
  readonly isPartial: boolean;
}

/** The names and texts of a JSON document; undefined if it is none. Numbers and constants are of no interest. */
export function unpackJson(text: string): readonly InnerText[] | undefined {
  if (!/^\s*[[{"]/.test(text)) return undefined;
  return jsonTexts(text)?.texts;
}

export function jsonTexts(text: string): JsonTexts | undefined {
  const document = parsed(text) ?? parsed(withDoubleQuotes(text));
  if (document === undefined || typeof document !== 'object' || document === null) {
    return typeof document === 'string'
      ? { texts: [{ name: '', text: toBytes(document) }], isPartial: false }
      : undefined;
  }
  const texts: InnerText[] = [];
  const isPartial = !collect(document, '', texts, 0);
  return { texts, isPartial };
}

function parsed(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(Buffer.from(text, 'latin1').toString());
  } catch {
    return undefined;
  }
}

/** The notation of Python, which lenient parsers accept. */
const withDoubleQuotes = (text: string): string | undefined =>
  /^\s*[[{]\s*'/.test(text) && !text.includes('"') ? text.replaceAll("'", '"') : undefined;

const toBytes = (text: string): string => Buffer.from(text).toString('latin1');

/** Returns false if something was left out. */
function collect(node: unknown, path: string, texts: InnerText[], depth: number): boolean {
  if (texts.length >= MAX_LEAVES || depth > MAX_DEPTH) return false;
  if (typeof node === 'string') {
    texts.push({ name: path, text: toBytes(node) });
    return true;
  }
  if (typeof node !== 'object' || node === null) return true;
  let isWhole = true;
  if (Array.isArray(node)) {
    for (const item of node) isWhole = collect(item, path, texts, depth + 1) && isWhole;
    return isWhole;
  }
  for (const [name, item] of Object.entries(node)) {
    const bytes = toBytes(name);
    const inner = path === '' ? bytes : `${path}.${bytes}`;
    texts.push({ name: inner, text: bytes, isName: true });
    isWhole = collect(item, inner, texts, depth + 1) && isWhole;
  }
  return isWhole;
}
