import type {
  GapReason,
  InspectedRequest,
  InspectedValue,
  InspectionGap,
  ValueEncoding,
} from '../../detectors/attacks/inspected-request.ts';
import { isBinary } from '../../detectors/attacks/is-binary.ts';
import { jsonTexts } from '../../detectors/attacks/unpack/json.ts';
import { formOf } from '../form/form.ts';
import { lenientArguments, lenientCookies } from '../form/lenient-names.ts';
import { splitCookies, splitQuery } from '../form/multi-map.ts';
import { type FormPart, parseMultipart } from '../form/multipart.ts';
import { contentType, header, mediaType } from '../header-value.ts';
import type { RequestRecord } from '../request-record.ts';
import { joinedRepeats } from './joined-repeats.ts';

const cookieOf = header('cookie', '; ');
/** Headers whose values are taken apart otherwise. */
const APART: ReadonlySet<string> = new Set(['cookie', 'referer']);
/** Names that contain nothing. */
const usualNames: ReadonlySet<string> = new Set([
  ...['accept', 'accept-charset', 'accept-encoding', 'accept-language', 'authorization'],
  ...['cache-control', 'connection', 'content-encoding', 'content-length', 'content-type'],
  ...[
    'cookie',
    'dnt',
    'host',
    'if-modified-since',
    'if-none-match',
    'origin',
    'pragma',
    'priority',
  ],
  ...['range', 'referer', 'sec-ch-ua', 'sec-ch-ua-mobile', 'sec-ch-ua-platform', 'sec-fetch-dest'],
  ...['sec-fetch-mode', 'sec-fetch-site', 'sec-fetch-user', 'te', 'transfer-encoding', 'upgrade'],
  ...['upgrade-insecure-requests', 'user-agent', 'via', 'x-forwarded-for', 'x-forwarded-proto'],
  'x-requested-with',
]);
/** What these schemes encode is unpacked as in other values: `Basic` and tokens are base64. */
const CREDENTIALS = /^(?:basic|bearer) +([\w+/.~=-]+)$/i;
const JSON_TYPE = /^(?:application|text)\/(?:[\w.-]+\+)?json$/;
/** Content of other types is data, in which text would be found by chance. */
const TEXT_TYPE =
  /^(?:text\/.*|application\/(?:(?:[\w.-]+\+)?(?:xml|json)|x-www-form-urlencoded|graphql|soap.*|javascript|x-ndjson)|)$/;

/**
 * Every value of a request in all of its readings, each once, as plain data for the detection of attacks. Reads the
 * body, so it throws `bodyNotRead` until that has arrived.
 */
export function inspectedValues(readings: readonly RequestRecord[]): InspectedRequest {
  const [first] = readings as readonly [RequestRecord, ...RequestRecord[]];
  const collector = new Collector();
  for (const reading of readings) collector.read(reading);
  return {
    method: first.method,
    version: first.version,
    values: collector.values,
    gaps: collector.gaps,
  };
}

class Collector {
  readonly values: InspectedValue[] = [];
  readonly gaps: InspectionGap[] = [];
  readonly #known = new Set<string>();
  #readings = 0;

  read(request: RequestRecord): void {
    this.#readings += 1;
    this.#readTarget(request.target, 'path', 'query', '', request.readsLeniently);
    if (this.#readings === 1) {
      this.#readSentPath(request);
      this.#readHeaders(request);
    }
    const cookies = cookieOf(request);
    if (cookies !== '') {
      const pairs = request.readsLeniently ? lenientCookies(cookies) : splitCookies(cookies);
      for (const [name, text] of pairs) this.#addPair('cookie', name, text, 'percent');
    }
    if (request.bodyIsDamaged === true) this.#addGap('encoding', 'body');
    if (request.body !== '') this.#readBody(request);
  }

  #readTarget(
    target: string,
    pathPlace: InspectedValue['place'],
    queryPlace: InspectedValue['place'],
    prefix: string,
    isLenient = false,
  ): void {
    const mark = target.indexOf('?');
    const path = mark === -1 ? target : target.slice(0, mark);
    if (path.length > 1)
      this.#add({ place: pathPlace, name: prefix, text: path, encoding: 'percent' });
    if (mark === -1) return;
    const query = target.slice(mark + 1);
    const pairs = isLenient ? lenientArguments(query) : splitQuery(query);
    for (const [name, text] of pairs) {
      this.#addPair(queryPlace, prefix === '' ? name : `${prefix}.${name}`, text, 'form', name);
    }
    if (prefix === '') this.#addJoined(queryPlace, pairs);
  }

  #addJoined(
    place: InspectedValue['place'],
    pairs: readonly (readonly [name: string, text: string])[],
  ): void {
    if (pairs.length < 2) return;
    for (const [name, text] of joinedRepeats(pairs)) {
      this.#add({ place, name, text, encoding: 'form' });
    }
  }

  /** Dot segments and needless escapes are evidence, but normalisation has removed them from the target. */
  #readSentPath({ target, rawTarget }: RequestRecord): void {
    if (rawTarget === undefined || rawTarget === target) return;
    const [sent = ''] = rawTarget.split('?', 1);
    const [seen] = target.split('?', 1);
    if (sent !== seen) this.#add({ place: 'path', name: '', text: sent, encoding: 'percent' });
  }

  #readHeaders({ headers }: RequestRecord): void {
    for (const [name, value] of headers) {
      const lower = name.toLowerCase();
      if (lower === 'referer') this.#readAddress('referer', value);
      if (!usualNames.has(lower)) {
        this.#add({ place: 'header', name: lower, text: name, encoding: 'none', isName: true });
      }
      if (APART.has(lower)) continue;
      const credentials = lower.endsWith('authorization')
        ? CREDENTIALS.exec(value)?.[1]
        : undefined;
      const text = credentials ?? value;
      this.#add({ place: 'header', name: lower, text, encoding: 'none' });
    }
  }

  /** Addresses are taken apart like that of the request. */
  #readAddress(name: string, text: string): void {
    const [, rest] = /^[a-z]+:\/\/[^/?#]*([\s\S]*)$/i.exec(text) ?? [];
    if (rest === undefined) this.#add({ place: 'header', name, text, encoding: 'percent' });
    else this.#readTarget(rest, 'header', 'header', name);
  }

  #readBody(request: RequestRecord): void {
    const type = contentType(request);
    const media = mediaType(type);
    const { bodyIsTruncated: isCut = false, decodesParts, readsLeniently } = request;
    // Without a type any content can be a form, but in data pairs would be found by chance.
    const isData = media === '' && isBinary(request.body);
    const form = formOf(request);
    if (form.pairs.length > 0 && !isData) {
      for (const { name, value } of form.pairs) this.#addPair('form', name, value, 'form');
      const fields = form.pairs.map(({ name, value }) => [name, value] as const);
      this.#addJoined('form', fields);
      if (form.hasMore) this.#addGap('many-fields', 'form');
      if (isCut) this.#addGap('text-cut', 'form');
    } else if (media.startsWith('multipart/')) {
      // The beginning of a part that was cut is inspected, so it counts as one.
      const options = { decodesParts, readsLeniently };
      const { parts, hasMore } = parseMultipart(type, request.body, options);
      for (const part of parts) this.#readPart(part);
      if (hasMore) this.#addGap('many-fields', 'multipart');
      if (isCut) {
        const isFile = (parts.at(-1)?.filenames.length ?? 0) > 0;
        this.#addGap(isFile ? 'file-cut' : 'text-cut', isFile ? 'file' : 'multipart');
      }
    } else this.#readDocument(request, isData ? 'application/octet-stream' : media, isCut);
  }

  #readPart({ names, filenames, contentTypes, content }: FormPart): void {
    const [name = ''] = names;
    for (const each of names) {
      this.#add({ place: 'multipart', name: each, text: each, encoding: 'none', isName: true });
    }
    for (const fileName of filenames) {
      this.#add({ place: 'file', name, text: fileName, encoding: 'none', isName: true });
    }
    const [fileName] = filenames;
    const [fileType] = contentTypes;
    this.#add({
      place: fileName === undefined ? 'multipart' : 'file',
      name,
      text: content,
      encoding: 'none',
      ...(fileName === undefined ? {} : { fileName }),
      ...(fileType === undefined ? {} : { fileType }),
    });
  }

  #readDocument({ body }: RequestRecord, media: string, isCut: boolean): void {
    if (JSON_TYPE.test(media) || /^\s*[[{]/.test(body)) {
      const document = jsonTexts(body);
      if (document) {
        for (const { name, text, isName = false } of document.texts) {
          this.#add({ place: 'json', name, text, encoding: 'none', isName });
        }
        if (document.isPartial) this.#addGap('many-fields', 'json');
        if (isCut) this.#addGap('text-cut', 'json');
        // Texts below the depth that is read may be the only ones.
        if (document.texts.length > 0 || !document.isPartial) return;
      }
    }
    const place = media.endsWith('xml') ? 'xml' : 'body';
    // A document in the body is no value in a value, so it does not count as a level.
    this.#add({ place, name: '', text: body, encoding: 'none', depth: -1 });
    if (isCut) this.#addGap(TEXT_TYPE.test(media) ? 'text-cut' : 'file-cut', place);
  }

  #addPair(
    place: InspectedValue['place'],
    name: string,
    text: string,
    encoding: ValueEncoding,
    rawName = name,
  ): void {
    if (rawName !== '') this.#add({ place, name, text: rawName, encoding, isName: true });
    if (text !== '') this.#add({ place, name, text, encoding });
  }

  #add(value: InspectedValue): void {
    // Only further readings can repeat a value; comparing costs more than most values.
    if (this.#readings > 1) {
      if (this.#known.size === 0) for (const each of this.values) this.#known.add(keyOf(each));
      const key = keyOf(value);
      if (this.#known.has(key)) return;
      this.#known.add(key);
    }
    this.values.push(value);
  }

  #addGap(reason: GapReason, place: InspectedValue['place']): void {
    if (this.gaps.some((gap) => gap.reason === reason && gap.place === place)) return;
    this.gaps.push({ reason, place, name: '' });
  }
}

const keyOf = ({ place, name, text, isName }: InspectedValue): string =>
  `${place}\0${isName === true}\0${name}\0${text}`;
