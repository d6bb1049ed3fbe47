/**
 * Bodies of type multipart/form-data (RFC 7578, framing of RFC 2046), read as the most lenient servers read them: every
 * text that some server accepts as a part is a part. Where servers differ, the result has the parts of each reading. The
 * number of passes over the body is bounded, whatever is in it.
 */
import { headerParameters } from './header-parameters.ts';
import { hasPlainName, nameValues, parameterValues } from './parameter-values.ts';
import { decodePart } from './part-content.ts';
import { trimBlanks } from './trim-blanks.ts';

/** Far more parts than real forms have. Longer bodies are an attempt to exhaust the processor. */
const MAX_PARTS = 1000;
/** Servers differ in which boundary they use if there are several. */
const MAX_BOUNDARIES = 3;
/** RFC 2046 allows 70 characters, but not all servers check it. */
const LONGEST_BOUNDARY = 256;

/** The rest of the line after a boundary: `--` ends the form. The body may be truncated within this line. */
const AFTER_BOUNDARY = /(--)?[ \t]*(?:\r?\n|\r?$)|-$/y;
const HEADER = /^([^\s:]+)[ \t]*:([\s\S]*)$/;
/** Bytes in the head of a part that some servers treat as the end of the text or of the line. */
const EARLY_END = /\0|\r(?!\n)/;
/** An escaped quote at a possible end of a value: servers that do not support escapes read another parameter after it. */
const DOUBTFUL_QUOTE = /(?<!\\)(?:\\\\)*\\"[ \t]*(?:;|$)/;

/** Each member is a list, because headers may be absent or repeated. */
export interface FormPart {
  readonly names: readonly string[];
  readonly filenames: readonly string[];
  readonly contentTypes: readonly string[];
  readonly contentDispositions: readonly string[];
  readonly contentTransferEncodings: readonly string[];
  readonly content: string;
}

export interface FormParts {
  readonly parts: readonly FormPart[];
  /** Whether there are further parts that were not read. */
  readonly hasMore: boolean;
  /** Whether servers read the form in different ways. */
  readonly isMalformed: boolean;
}

export interface MultipartOptions {
  /** Whether the body is longer than the text. */
  readonly isTruncated?: boolean | undefined;
  /** Whether the contents of parts are decoded as their headers declare. */
  readonly decodesParts?: boolean | undefined;
}

/**
 * The parts between the boundaries that the content type names, including those after the closing boundary. If the body
 * is truncated, only complete parts are returned.
 */
export function parseMultipart(
  contentType: string,
  body: string,
  { isTruncated = false, decodesParts = false }: MultipartOptions = {},
): FormParts {
  const found: string[] = [];
  // Some servers accept a bare line feed around a boundary; for others such a line is content.
  const hasBareLineEnd = /(?:^|[^\r])\n/.test(body);
  const boundaries = boundariesOf(contentType);
  let isSound = boundaries.length === 1;
  for (const boundary of boundaries) {
    const mark = `--${boundary}`;
    const strict = sectionsOf(body, mark, '\r\n', isTruncated);
    found.push(...strict.sections);
    isSound &&= strict.isSound;
    if (!hasBareLineEnd) continue;
    const known = new Set(strict.sections);
    const lenient = sectionsOf(body, mark, '\n', isTruncated).sections;
    const others = lenient.filter((each) => !known.has(each));
    found.push(...others);
    isSound &&= others.length === 0;
  }
  const parsed = found.slice(0, MAX_PARTS).map((text) => parsePart(text, decodesParts));
  return {
    parts: parsed.map(({ part }) => part),
    hasMore: found.length > MAX_PARTS,
    isMalformed: !isSound || parsed.some((each) => each.isMalformed),
  };
}

function boundariesOf(contentType: string): string[] {
  const given = headerParameters(contentType).filter(([name]) => name === 'boundary');
  const boundaries = new Set(given.map(([, value]) => value));
  return [...boundaries]
    .filter((each) => each !== '' && each.length <= LONGEST_BOUNDARY)
    .slice(0, MAX_BOUNDARIES);
}

interface Sections {
  readonly sections: string[];
  /** Whether there is exactly one closing boundary and no part after it. */
  readonly isSound: boolean;
}

/** The text between boundaries, without the line end that belongs to the next boundary. */
function sectionsOf(body: string, mark: string, lineEnd: string, isTruncated: boolean): Sections {
  const sections: string[] = [];
  let ends = 0;
  let hasPartsBehindEnd = false;
  /** Start of the current part; -1 before the first boundary and after the closing one. */
  let start = -1;
  for (let at = body.indexOf(mark); at !== -1; at = body.indexOf(mark, at + 1)) {
    if (at > 0 && body.slice(at - lineEnd.length, at) !== lineEnd) continue;
    AFTER_BOUNDARY.lastIndex = at + mark.length;
    const line = AFTER_BOUNDARY.exec(body);
    if (!line || (line[0].endsWith('\n') && !line[0].endsWith(lineEnd))) continue;
    if (start !== -1) sections.push(body.slice(start, Math.max(start, endOfContent(body, at))));
    if (line[1]) ends += 1;
    else hasPartsBehindEnd ||= ends > 0;
    start = line[1] ? -1 : AFTER_BOUNDARY.lastIndex;
    if (sections.length > MAX_PARTS) return { sections, isSound: true };
  }
  if (start !== -1 && start < body.length && !isTruncated) {
    sections.push(body.slice(start, Math.max(start, endWithoutBoundary(body, mark))));
  }
  const isEnded = isTruncated ? ends <= 1 : ends === 1;
  return { sections, isSound: isEnded && !hasPartsBehindEnd };
}

/** The last line may be the start of a boundary that was cut off. */
function endWithoutBoundary(body: string, mark: string): number {
  const lineEnd = body.lastIndexOf('\n');
  return mark.startsWith(body.slice(lineEnd + 1)) ? endOfContent(body, lineEnd + 1) : body.length;
}

function endOfContent(body: string, boundary: number): number {
  return body[boundary - 2] === '\r' ? boundary - 2 : boundary - 1;
}

function parsePart(
  text: string,
  decodes: boolean,
): { readonly part: FormPart; readonly isMalformed: boolean } {
  const { head, content } = splitPart(text);
  const { headers, hasOtherText } = parseHead(head);
  const valuesOf = (wanted: string) =>
    headers.filter(([name]) => name === wanted).map(([, value]) => value);
  const contentDispositions = valuesOf('content-disposition');
  const parameters = contentDispositions.flatMap(headerParameters);
  const contentTypes = valuesOf('content-type');
  const contentTransferEncodings = valuesOf('content-transfer-encoding');
  const encoded = { content, contentTypes, contentTransferEncodings };
  const decoded = decodePart(encoded);
  const part = {
    names: nameValues(parameters),
    filenames: parameterValues(parameters, 'filename'),
    contentTypes,
    contentDispositions,
    contentTransferEncodings,
    content: decodes ? (decoded ?? content) : content,
  };
  const isSound =
    decoded !== undefined &&
    hasPlainName(parameters) &&
    !hasOtherText &&
    !EARLY_END.test(head) &&
    !contentDispositions.some((each) => DOUBTFUL_QUOTE.test(each));
  return { part, isMalformed: !isSound };
}

/** A part without headers starts with the empty line; a part without content may end with its headers. */
function splitPart(text: string): { readonly head: string; readonly content: string } {
  const bare = /^\r?\n/.exec(text)?.[0];
  if (bare !== undefined) return { head: '', content: text.slice(bare.length) };
  const end = /\r?\n\r?\n/.exec(text);
  if (!end) return { head: text, content: '' };
  return { head: text.slice(0, end.index), content: text.slice(end.index + end[0].length) };
}

interface Head {
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Whether there is a line that is not a header. */
  readonly hasOtherText: boolean;
}

/** A line that starts with a space or tab continues the previous header. Other text is skipped. */
function parseHead(head: string): Head {
  const headers: [string, string][] = [];
  let hasOtherText = false;
  for (const line of head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const [, name, value = ''] = HEADER.exec(line) ?? [];
    if (name !== undefined) headers.push([name.toLowerCase(), trimBlanks(value)]);
    else hasOtherText ||= line !== '';
  }
  return { headers, hasOtherText };
}
