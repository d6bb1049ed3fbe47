/**
 * Bodies of type multipart/form-data (RFC 7578, framing of RFC 2046), read as the most lenient servers read them: every
 * text that some server accepts as a part is a part. Where servers differ, the result has the parts of each reading. The
 * number of passes over the body is bounded, whatever is in it.
 */
import { headerParameters, isAmbiguousHeader, type Parameters } from './header-parameters.ts';
import { plainNames } from './lenient-names.ts';
import { hasPlainName, nameValues, parameterValues } from './parameter-values.ts';
import { decodePart } from './part-content.ts';
import { trimBlanks } from './trim-blanks.ts';

/** Far more parts than real forms have. Longer bodies are an attempt to exhaust the processor. */
const MAX_PARTS = 1000;
/** Servers differ in which boundary they use if there are several. */
const MAX_BOUNDARIES = 5;
/** RFC 2046 allows 70 characters, but not all servers check it. */
const LONGEST_BOUNDARY = 256;

/** The rest of the line after a boundary: `--` ends the form. The body may be truncated within this line. */
const AFTER_BOUNDARY = /(--)?[ \t]*(?:\r?\n|\r?$)|-$/y;
const HEADER = /^([^\s:]+)([ \t]*):([\s\S]*)$/;
/** Bytes in the head of a part that some servers treat as the end of the text or of the line. For busboy, a bare line feed is text. */
const EARLY_END = /\0|\r(?!\n)|(?<!\r)\n/;
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
  /** Whether parts have all names that lenient servers give them. */
  readonly readsLeniently?: boolean | undefined;
}

/**
 * The parts between the boundaries that the content type names, including those after the closing boundary. If the body
 * is truncated, only complete parts are returned.
 */
export function parseMultipart(
  contentType: string,
  body: string,
  { isTruncated = false, decodesParts = false, readsLeniently = false }: MultipartOptions = {},
): FormParts {
  const found: string[] = [];
  // Some servers accept a bare line feed around a boundary; for others such a line is content.
  const hasBareLineEnd = /(?:^|[^\r])\n/.test(body);
  const { boundaries, isPlain } = boundariesOf(contentType);
  let isSound = isPlain;
  const add = (sections: readonly string[]): boolean => {
    const known = new Set(found);
    const others = sections.filter((each) => !known.has(each));
    found.push(...others);
    return others.length > 0;
  };
  for (const boundary of boundaries) {
    const mark = `--${boundary}`;
    const strict = sectionsOf(body, mark, '\r\n', isTruncated);
    found.push(...strict.sections);
    isSound &&= strict.isSound;
    if (hasBareLineEnd && add(sectionsOf(body, mark, '\n', isTruncated).sections)) isSound = false;
    if (strict.hasOtherMarks) add(sectionsAnywhere(body, mark));
  }
  const parsed = found
    .slice(0, MAX_PARTS)
    .map((text) => parsePart(text, decodesParts, readsLeniently));
  return {
    parts: parsed.map(({ part }) => part),
    hasMore: found.length > MAX_PARTS,
    isMalformed: !isSound || parsed.some((each) => each.isMalformed),
  };
}

function boundariesOf(contentType: string) {
  const parameters = headerParameters(contentType).filter(([name]) => name === 'boundary');
  const all = new Set([
    ...boundariesAnywhere(contentType),
    ...parameters.map(([, value]) => value),
  ]);
  const boundaries = [...all]
    .filter((each) => each !== '' && each.length <= LONGEST_BOUNDARY)
    .slice(0, MAX_BOUNDARIES);
  const isPlain =
    boundaries.length === 1 && parameters.length > 0 && !isAmbiguousHeader(contentType);
  return { boundaries, isPlain };
}

/** PHP uses the first text `boundary` anywhere in the header, and Rack the last one. */
function boundariesAnywhere(contentType: string): string[] {
  const lower = contentType.toLowerCase();
  const exact = contentType.indexOf('boundary');
  const first = contentType.indexOf('=', exact === -1 ? lower.indexOf('boundary') : exact);
  const last = lower.lastIndexOf('boundary=');
  if (first === -1 || !lower.includes('boundary')) return [];
  const ofPhp = /^(?:"([^"]*)|([^,;]*))/.exec(contentType.slice(first + 1)) ?? [];
  const ofRack = last === -1 ? [] : (/^"?([^",;]*)/.exec(contentType.slice(last + 9)) ?? []);
  return [ofPhp[1] ?? ofPhp[2] ?? '', ofRack[1] ?? ''];
}

interface Sections {
  readonly sections: string[];
  /** Whether all boundaries are lines of their own, with exactly one closing boundary and no part after it. */
  readonly isSound: boolean;
  /** Whether the boundary is also in the body without being a line of its own. */
  readonly hasOtherMarks: boolean;
}

/** The text between boundaries, without the line end that belongs to the next boundary. */
function sectionsOf(body: string, mark: string, lineEnd: string, isTruncated: boolean): Sections {
  const sections: string[] = [];
  let ends = 0;
  let hasPartsBehindEnd = false;
  /** Start of the current part; -1 before the first boundary and after the closing one. */
  let start = -1;
  let hasOtherMarks = false;
  let hasBlanks = false;
  for (let at = body.indexOf(mark); at !== -1; at = body.indexOf(mark, at + 1)) {
    const isAtStart = at === 0 || body.slice(at - lineEnd.length, at) === lineEnd;
    AFTER_BOUNDARY.lastIndex = at + mark.length;
    const line = isAtStart ? AFTER_BOUNDARY.exec(body) : null;
    if (!line || (line[0].endsWith('\n') && !line[0].endsWith(lineEnd))) {
      hasOtherMarks = true;
      continue;
    }
    hasBlanks ||= /[ \t]/.test(line[0]);
    if (start !== -1) sections.push(body.slice(start, Math.max(start, endOfContent(body, at))));
    if (line[1]) ends += 1;
    else hasPartsBehindEnd ||= ends > 0;
    start = line[1] ? -1 : AFTER_BOUNDARY.lastIndex;
    if (sections.length > MAX_PARTS) return { sections, isSound: true, hasOtherMarks };
  }
  if (start !== -1 && start < body.length && !isTruncated) {
    sections.push(body.slice(start, Math.max(start, endWithoutBoundary(body, mark))));
  }
  const isEnded = isTruncated ? ends <= 1 : ends === 1;
  const isSound = isEnded && !hasPartsBehindEnd && !hasBlanks && !hasOtherMarks;
  return { sections, isSound, hasOtherMarks };
}

/** For PHP a boundary ends the content of a part whatever follows it in its line; for others it may be anywhere. */
function sectionsAnywhere(body: string, mark: string): string[] {
  const texts = body.split(mark, MAX_PARTS + 2).slice(1);
  return texts
    .filter((text) => !/^(?:--)?\s*$/.test(text))
    .map((text) => text.replace(/^[ \t]*\r?\n/, '').replace(/\r?\n$/, ''));
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
  isLenient: boolean,
): { readonly part: FormPart; readonly isMalformed: boolean } {
  const { head, between, content } = splitPart(text);
  const { headers, hasOtherText } = parseHead(head);
  const valuesOf = (wanted: string) =>
    headers.filter(([name]) => name === wanted).map(([, value]) => value);
  const contentDispositions = valuesOf('content-disposition');
  const parameters = contentDispositions.flatMap(headerParameters);
  const contentTypes = valuesOf('content-type');
  const contentTransferEncodings = valuesOf('content-transfer-encoding');
  const encoded = { content, contentTypes, contentTransferEncodings };
  const decoded = decodePart(encoded);
  const names = nameValues(parameters);
  const part = {
    names: isLenient ? lenientPartNames(names, parameters) : names,
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
    !EARLY_END.test(head + between) &&
    !contentDispositions.some((each) => DOUBTFUL_QUOTE.test(each) || isAmbiguousHeader(each));
  return { part, isMalformed: !isSound };
}

/** For Tomcat a backslash has no meaning. */
function lenientPartNames(names: readonly string[], parameters: Parameters): string[] {
  const written = parameters.filter(([name]) => name === 'name').map(([, , text]) => text);
  return [...new Set([...names, ...written].flatMap(plainNames))];
}

/** A part without headers starts with the empty line; a part without content may end with its headers. */
function splitPart(text: string): {
  readonly head: string;
  /** The empty line, with the line end before it. */
  readonly between: string;
  readonly content: string;
} {
  const bare = /^\r?\n/.exec(text)?.[0];
  if (bare !== undefined) return { head: '', between: bare, content: text.slice(bare.length) };
  const end = /\r?\n\r?\n/.exec(text);
  if (!end) return { head: text, between: '', content: '' };
  const [between] = end;
  return {
    head: text.slice(0, end.index),
    between,
    content: text.slice(end.index + between.length),
  };
}

interface Head {
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Whether there is a line that is not a header, or that some servers do not take for one. */
  readonly hasOtherText: boolean;
}

/** A line that starts with a space or tab continues the previous header. Other text is skipped. */
function parseHead(head: string): Head {
  const headers: [string, string][] = [];
  let hasOtherText = false;
  for (const line of head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const [, name, blanks, value = ''] = HEADER.exec(line) ?? [];
    if (name !== undefined) headers.push([name.toLowerCase(), trimBlanks(value)]);
    hasOtherText ||= name === undefined ? line !== '' : blanks !== '';
  }
  return { headers, hasOtherText };
}
