import { type Attribute, readAttributes } from './html-attributes.ts';
import { isControl, isLetter, isNamePart } from './html-characters.ts';

export interface Tag {
  /** In lower case, without control characters and namespace prefix; `!`, `?` or `/` for tags without a name. */
  readonly name: string;
  readonly prefix: string;
  readonly isEnd: boolean;
  readonly attributes: readonly Attribute[];
  readonly start: number;
  readonly end: number;
  readonly isClosed: boolean;
  readonly junkAt: number;
  /** Whether control characters within the name or a slash in place of a space hide what it is. */
  readonly isDisguised: boolean;
}

const MAX_NAME = 64;

/** The tag that a `<` begins; undefined if the `<` is text. */
export function readTag(text: string, start: number): Tag | undefined {
  let at = skipControls(text, start + 1);
  const isEnd = text.charCodeAt(at) === 0x2f;
  if (isEnd) at = skipControls(text, at + 1);
  const first = text.charCodeAt(at);
  const isMark = first === 0x21 || first === 0x3f;
  if (!isLetter(first) && !isMark && !isEnd) return undefined;
  const nameStart = at;
  if (isMark) at += 1;
  while (at < text.length && isNameCharacter(text.charCodeAt(at))) at += 1;
  const { name, prefix, isPlain } = nameOf(text, nameStart, at);
  const isSlashed = text.charCodeAt(at) === 0x2f && text.charCodeAt(at + 1) !== 0x3e;
  const { list, end, isClosed, junkAt } = readAttributes(text, at);
  return {
    name: isMark ? text.charAt(nameStart) : name || '/',
    prefix,
    isEnd,
    attributes: list,
    start,
    end,
    isClosed,
    junkAt,
    isDisguised: !isPlain || isSlashed,
  };
}

const isNameCharacter = (code: number): boolean => isNamePart(code) || isControl(code);

function skipControls(text: string, from: number): number {
  let at = from;
  while (at < text.length && isControl(text.charCodeAt(at))) at += 1;
  return at;
}

function nameOf(text: string, start: number, end: number) {
  const written = text.slice(start, Math.min(end, start + MAX_NAME));
  let plain = '';
  for (const character of written) if (!isControl(character.charCodeAt(0))) plain += character;
  const colon = plain.lastIndexOf(':');
  return {
    name: plain.slice(colon + 1).toLowerCase(),
    prefix: plain.slice(0, Math.max(0, colon)).toLowerCase(),
    isPlain: plain.length === written.length,
  };
}
