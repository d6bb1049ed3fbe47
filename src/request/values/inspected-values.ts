import type {
  GapReason,
  InspectedRequest,
  InspectedValue,
  InspectionGap,
  ValueEncoding,
} from '../../detectors/attacks/inspected-request.ts';
import { isBinary } from '../../detectors/attacks/is-binary.ts';
import type { InnerText } from '../../detectors/attacks/unpack/inner-text.ts';
import { jsonTexts } from '../../detectors/attacks/unpack/json.ts';
import { looseJsonTexts } from '../../detectors/attacks/unpack/loose-json.ts';
import { formOf } from '../form/form.ts';
import { lenientArguments, lenientCookies } from '../form/lenient-names.ts';
import { splitCookies, splitQuery } from '../form/multi-map.ts';
import { type FormPart, parseMultipart } from '../form/multipart.ts';
import { contentType, header, mediaType } from '../header-value.ts';
import type { RequestRecord } from '../request-record.ts';
import { formFields } from './form-fields.ts';
import { joinedRepeats } from './joined-repeats.ts';

const cookieOf = header('cookie', '; ');
/** Names that contain nothing. */
const usualNames = [
  ...['Accept', 'Accept-Charset', 'Accept-Encoding', 'Accept-Language', 'Authorization'],
  ...[
    'Cache-Control',
    'Connection',
    'Content-Encoding',
    'Content-Length',
    'Content-Type',
    'Cookie',
  ],
  ...['DNT', 'Host', 'If-Modified-Since', 'If-None-Match', 'Origin', 'Pragma', 'Priority', 'Range'],
  ...['Referer', 'Sec-CH-UA', 'Sec-CH-UA-Mobile', 'Sec-CH-UA-Platform', 'Sec-Fetch-Dest'],
  ...['Sec-Fetch-Mode', 'Sec-Fetch-Site', 'Sec-Fetch-User', 'TE', 'Transfer-Encoding', 'Upgrade'],
  ...['Upgrade-Insecure-Requests', 'User-Agent', 'Via', 'X-Forwarded-For', 'X-Forwarded-Proto'],
  'X-Requested-With',
];
/** By their usual spellings: looking a name up is cheaper than converting it. */
const lowerNames: ReadonlyMap<string, string> = new Map(
  usualNames.flatMap((name) => {
    const lower = name.toLowerCase();
    return [[name, lower] as const, [lower, lower] as const];
  }),
);
/** What these schemes encode is unpacked as in other values: `Basic` and tokens are base64. */
const CREDENTIALS = /^(?:basic|bearer) +([\w+/.~=-]+)$/i;
const FORM = 'application/x-www-form-urlencoded';
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
    if (path.length > 1) this.#addText(pathPlace, prefix, path, 'percent');
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
    encoding: ValueEncoding = 'form',
  ): void {
    if (pairs.length < 2) return;
    for (const [name, text] of joinedRepeats(pairs)) this.#addText(place, name, text, encoding);
  }

  /** Dot segments and needless escapes are evidence, but normalisation has removed them from the target. */
  #readSentPath({ target, rawTarget }: RequestRecord): void {
    if (rawTarget === undefined || rawTarget === target) return;
    const [sent = ''] = rawTarget.split('?', 1);
    const [seen] = target.split('?', 1);
    if (sent !== seen) this.#addText('path', '', sent, 'percent');
  }

  #readHeaders({ headers }: RequestRecord): void {
    for (const [name, value] of headers) {
      const usual = lowerNames.get(name);
      const lower = usual ?? name.toLowerCase();
      if (lower === 'referer') this.#readAddress('referer', value);
      if (usual === undefined && !lowerNames.has(lower)) {
        this.#addName('header', lower, name, 'none');
      }
      // They are taken apart.
      if (lower === 'cookie' || lower === 'referer') continue;
      const credentials = lower.endsWith('authorization')
        ? CREDENTIALS.exec(value)?.[1]
        : undefined;
      this.#addText('header', lower, credentials ?? value, 'none');
    }
  }

  /** Addresses are taken apart like that of the request. */
  #readAddress(name: string, text: string): void {
    const [, rest] = /^[a-z]+:\/\/[^/?#]*([\s\S]*)$/i.exec(text) ?? [];
    if (rest === undefined) this.#addText('header', name, text, 'percent');
    else this.#readTarget(rest, 'header', 'header', name);
  }

  #readBody(request: RequestRecord): void {
    const type = contentType(request);
    const media = mediaType(type);
    const { bodyIsTruncated: isCut = false, decodesParts, readsLeniently } = request;
    const isData = (media === '' || media === FORM) && isBinary(request.body);
    const documentMedia = isData ? 'application/octet-stream' : media;
    const form = formOf(request);
    if (form.pairs.length > 0) {
      const fields = formFields(form.pairs, isData);
      for (const { name, value } of fields) this.#addPair('form', name, value, 'form');
      this.#addJoined(
        'form',
        fields.map(({ name, value }) => [name, value]),
      );
      if (form.hasMore) this.#addGap('many-fields', 'form');
      if (isCut) this.#addGap('text-cut', 'form');
      if (fields.length < form.pairs.length) this.#readDocument(request, documentMedia, isCut);
    } else if (media.startsWith('multipart/')) {
      // The beginning of a part that was cut is inspected, so it counts as one.
      const options = { decodesParts, readsLeniently };
      const { parts, hasMore } = parseMultipart(type, request.body, options);
      for (const part of parts) this.#readPart(part);
      this.#addJoined('multipart', fieldsOf(parts), 'none');
      if (hasMore) this.#addGap('many-fields', 'multipart');
      if (isCut) {
        const isFile = (parts.at(-1)?.filenames.length ?? 0) > 0;
        this.#addGap(isFile ? 'file-cut' : 'text-cut', isFile ? 'file' : 'multipart');
      }
    } else this.#readDocument(request, documentMedia, isCut);
  }

  #readPart({ names, filenames, contentTypes, content }: FormPart): void {
    const [name = ''] = names;
    for (const each of names) {
      this.#addName('multipart', each, each, 'none');
    }
    for (const fileName of filenames) {
      this.#addName('file', name, fileName, 'none');
    }
    const [fileName] = filenames;
    const [fileType] = contentTypes;
    const place = fileName === undefined ? 'multipart' : 'file';
    this.#add({
      ...textIn(place, name, content, 'none'),
      ...(fileName === undefined ? {} : { fileName }),
      ...(fileType === undefined ? {} : { fileType }),
    });
  }

  #readDocument({ body }: RequestRecord, media: string, isCut: boolean): void {
    if (JSON_TYPE.test(media) || /^\s*[[{]/.test(body)) {
      const document = jsonTexts(body);
      if (document) {
        this.#addJson(document.texts);
        if (document.isPartial) this.#addGap('many-fields', 'json');
        if (isCut) this.#addGap('text-cut', 'json');
        // Texts below the depth that is read may be the only ones.
        if (document.texts.length > 0 || !document.isPartial) return;
      } else if (media === '' || JSON_TYPE.test(media)) {
        this.#addJson(looseJsonTexts(body));
      }
    }
    const place = media.endsWith('xml') ? 'xml' : 'body';
    // A document in the body is no value in a value, so it does not count as a level.
    this.#add({ ...textIn(place, '', body, 'none'), depth: -1 });
    if (isCut) this.#addGap(TEXT_TYPE.test(media) ? 'text-cut' : 'file-cut', place);
  }

  #addJson(texts: readonly InnerText[]): void {
    for (const { name, text, isName = false } of texts) {
      if (isName) this.#addName('json', name, text, 'none');
      else this.#addText('json', name, text, 'none');
    }
  }

  #addPair(
    place: InspectedValue['place'],
    name: string,
    text: string,
    encoding: ValueEncoding,
    rawName = name,
  ): void {
    if (rawName !== '') this.#addName(place, name, rawName, encoding);
    if (text !== '') this.#addText(place, name, text, encoding);
  }

  #addText(
    place: InspectedValue['place'],
    name: string,
    text: string,
    encoding: ValueEncoding,
  ): void {
    this.#add(textIn(place, name, text, encoding));
  }

  #addName(
    place: InspectedValue['place'],
    name: string,
    text: string,
    encoding: ValueEncoding,
  ): void {
    this.#add({ place, name, text, encoding, isName: true, depth: 0 });
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

/** Nearly all values have the same members in the same order, because thousands of places read them. */
const textIn = (
  place: InspectedValue['place'],
  name: string,
  text: string,
  encoding: ValueEncoding,
): InspectedValue => ({ place, name, text, encoding, isName: false, depth: 0 });

const fieldsOf = (parts: readonly FormPart[]) =>
  parts.flatMap(({ names: [name], filenames, content }) =>
    name === undefined || filenames.length > 0 ? [] : [[name, content] as const],
  );

const keyOf = ({ place, name, text, isName }: InspectedValue): string =>
  `${place}\0${isName === true}\0${name}\0${text}`;
