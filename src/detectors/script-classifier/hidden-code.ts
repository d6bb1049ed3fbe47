import type { Facts, FoundText } from './facts/facts.ts';
import type { ScriptReading } from './script-reading.ts';
import type { LeftOut } from './tree/script-parser.ts';

/** Code that a script contains as a known string and runs. */
export interface HiddenCode {
  readonly code: string;
  /** Number of the node that runs it. */
  readonly node: number;
}

/** Pieces of hidden code of one script; each is analysed like a script. */
const MAX_PIECES = 20;
/** Shorter code, such as `return this`, is harmless. */
export const MIN_LENGTH = 20;

export function hiddenCode(facts: Facts): HiddenCode[] {
  const { flows, reading } = facts;
  const { tree, values } = reading;
  const found: HiddenCode[] = reading.leftOut
    .slice(0, MAX_PIECES)
    .map((part) => tooDeep(reading, part));
  const add = (text: string | undefined, node: number, isMarkup: boolean): void => {
    if (text === undefined || text.length < MIN_LENGTH || found.length >= MAX_PIECES) return;
    for (const code of isMarkup ? codeInMarkup(text) : [codeInAddress(text) ?? text]) {
      if (found.length >= MAX_PIECES) return;
      if (!found.some((it) => it.code === code)) found.push({ code, node });
    }
  };
  for (const { sink, node } of flows) {
    if (sink !== 'code' && sink !== 'markup') continue;
    const runner = tree.node(node);
    const given =
      runner?.type === 'AssignmentExpression'
        ? [runner.right]
        : runner?.type === 'CallExpression' || runner?.type === 'NewExpression'
          ? runner.arguments
          : [];
    for (const it of given) add(values.text(it), node, sink === 'markup');
  }
  for (const { text, node } of carriedFiles(facts)) add(text, node, false);
  for (const { code } of facts.page?.handlers ?? []) add(code, 0, false);
  for (const { kind, text, at } of facts.effects) {
    if (kind === 'markup') add(text, at ? tree.numberOf(at) : 0, true);
  }
  return found;
}

/** Contents of blobs, and `data:` URLs with a script: workers and script elements can run both. */
function carriedFiles({ calls, texts, reading: { tree, values } }: Facts): FoundPiece[] {
  const blobs = (calls.get('Blob') ?? []).flatMap((number) => {
    const call = tree.node(number);
    const [parts] = call?.type === 'NewExpression' ? call.arguments : [];
    const elements = parts?.type === 'ArrayExpression' ? parts.elements : [];
    const known = elements.map((part) => values.text(part) ?? '');
    const listed = elements.length > 0 ? undefined : values.constant(parts);
    const text = known.join('') || (listed?.kind === 'list' ? listed.items.join('') : '');
    return text === '' ? [] : [{ text, node: number }];
  });
  return [...blobs, ...texts.filter(({ text }) => codeInAddress(text) !== undefined)];
}

type FoundPiece = Pick<FoundText, 'text' | 'node'>;

const DATA_SCRIPT = /^data:(?:text|application)\/(?:x-)?(?:java|ecma)script[^,]*,/i;

/** The script in `data:text/javascript,…`. */
function codeInAddress(address: string): string | undefined {
  const [start] = DATA_SCRIPT.exec(address) ?? [];
  if (start === undefined) return undefined;
  const body = address.slice(start.length);
  if (/;base64,$/i.test(start)) return Buffer.from(body, 'base64').toString('utf8');
  try {
    return decodeURIComponent(body);
  } catch {
    return body;
  }
}

const HANDLER = /\son[a-z]{3,20}\s*=\s*(?:"([^"]*)"|'([^']*)')/gi;

/** Script elements and event handlers in markup. */
const codeInMarkup = (markup: string): string[] => [
  ...scriptElements(markup),
  ...[...markup.matchAll(HANDLER)].map(([, double, single]) => double ?? single ?? ''),
];

/** A part that is nested too deeply for the tree, as a separate script; an expression gets parentheses. */
function tooDeep({ source }: ScriptReading, { start, end, part }: LeftOut): HiddenCode {
  const text = source.slice(start, end);
  return { code: part === 'statement' ? text : `(${text})`, node: 0 };
}

/** Contents of script elements, found in linear time. */
function scriptElements(markup: string): string[] {
  const lower = markup.toLowerCase();
  const found: string[] = [];
  for (let at = lower.indexOf('<script'); at >= 0; ) {
    const start = lower.indexOf('>', at) + 1;
    if (start === 0) break;
    const end = lower.indexOf('</script', start);
    found.push(markup.slice(start, end < 0 ? undefined : end));
    at = end < 0 ? -1 : lower.indexOf('<script', end);
  }
  return found;
}
