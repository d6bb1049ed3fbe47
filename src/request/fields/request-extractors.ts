import type { FieldName } from '../../catalogs/fields/fields.ts';
import { findPlan } from '../../catalogs/plans.ts';
import type { GeoLocation } from '../../contracts/geo-location.ts';
import { type Getter, parseIp, type Value } from '../../expression/expression.ts';
import { formMap, formOf } from '../form/form.ts';
import { lenientArguments, lenientCookies } from '../form/lenient-names.ts';
import { MAX_PAIRS } from '../form/max-pairs.ts';
import { splitCookies, splitQuery, toMultiMap } from '../form/multi-map.ts';
import { contentType, header, mediaType } from '../header-value.ts';
import type { RequestRecord, ResponseRecord } from '../request-record.ts';
import { acceptedLanguages } from './accepted-languages.ts';
import { attackExtractors } from './attack-extractors.ts';
import { isMalformed } from './malformed-body.ts';
import { hasMoreParts, multipartExtractors } from './multipart-extractors.ts';
import { tokenExtractors } from './token-extractors.ts';

type Extractor = Getter<RequestRecord>;

// HTTP/2 clients split cookies over several headers; a comma may be part of a value.
const cookie = header('cookie', '; ');
const acceptLanguage = header('accept-language');
const host = header('host');
const pathOf = ({ target }: RequestRecord) => target.split('?', 1)[0] ?? '';
const queryOf = ({ target }: RequestRecord) =>
  target.slice(pathOf({ target } as RequestRecord).length + 1);
const rawHost = (request: RequestRecord) => request.rawHost ?? host(request);
const fullUri: Extractor = (request) => `${request.scheme}://${host(request)}${request.target}`;
const rawFullUri: Extractor = (request) =>
  `${request.scheme}://${rawHost(request)}${request.rawTarget ?? request.target}`;
const extension: Extractor = (request) =>
  /\.([A-Za-z0-9]+)$/.exec(pathOf(request))?.[1]?.toLowerCase() ?? '';
const argPairs = (request: RequestRecord) =>
  request.readsLeniently ? lenientArguments(queryOf(request)) : splitQuery(queryOf(request));
const argsOf: Extractor = (request) => toMultiMap(argPairs(request));
const argNames: Extractor = (request) => argPairs(request).map(([name]) => name);
const argValues: Extractor = (request) => argPairs(request).map(([, value]) => value);
const cookiePairs = (request: RequestRecord) =>
  request.readsLeniently ? lenientCookies(cookie(request)) : splitCookies(cookie(request));

const bodyType = (request: RequestRecord) => mediaType(contentType(request));
const bodyIsTruncated = (request: RequestRecord) =>
  (request.bodyIsTruncated ?? false) || formOf(request).hasMore || hasMoreParts(request);

const ofLocation =
  (extract: (location: GeoLocation) => Value | undefined): Extractor =>
  ({ geoLocation }) =>
    geoLocation && extract(geoLocation);
const degrees = (value: number | undefined) => (value === undefined ? undefined : String(value));

type Headed = Pick<RequestRecord, 'headers'>;
const headerMap = ({ headers }: Headed) =>
  toMultiMap(headers.map(([name, value]) => [name.toLowerCase(), value] as const));
const headerNames = ({ headers }: Headed) => headers.map(([name]) => name);
const headerValues = ({ headers }: Headed) => headers.map(([, value]) => value);
const ofResponse =
  (extract: (response: ResponseRecord) => Value | undefined): Extractor =>
  ({ response }) =>
    response && extract(response);
/** The response as the origin sent it; undefined in request phases. */
const ofRawResponse =
  (extract: (response: ResponseRecord) => Value | undefined): Extractor =>
  ({ response, rawResponse = response }) =>
    response && rawResponse && extract(rawResponse);
const responseType = ({ headers }: ResponseRecord) =>
  mediaType(headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '');

/** As in ISO 3166-2: `PT-11`. */
function subdivisionCode(country: string | undefined, part: string | undefined) {
  const isCountry = country !== undefined && country !== 'XX' && country !== 'T1';
  return isCountry && part !== undefined ? `${country}-${part}` : undefined;
}

/** Extracts the value from the target as sent, before rules changed it. */
function asSent(extract: Extractor): Extractor {
  return (request) => {
    const { rawTarget = request.target } = request;
    // Most targets are sent as rules see them, and a copy of a request is expensive.
    return extract(rawTarget === request.target ? request : { ...request, target: rawTarget });
  };
}

/** The extractor of each field that has a value. */
export const requestExtractors: Partial<Record<FieldName, Extractor>> = {
  'http.host': host,
  'http.request.method': ({ method }) => method,
  'http.request.version': ({ version }) => version,
  'http.user_agent': header('user-agent'),
  'http.referer': header('referer'),
  'http.cookie': cookie,
  'http.x_forwarded_for': header('x-forwarded-for'),
  'http.request.full_uri': fullUri,
  'http.request.uri': ({ target }) => target,
  'http.request.uri.path': pathOf,
  'http.request.uri.query': queryOf,
  'http.request.uri.path.extension': extension,
  'http.request.uri.args': argsOf,
  'http.request.uri.args.names': argNames,
  'http.request.uri.args.values': argValues,
  'raw.http.host': rawHost,
  'raw.http.request.full_uri': rawFullUri,
  'raw.http.request.uri': asSent(({ target }) => target),
  'raw.http.request.uri.path': asSent(pathOf),
  'raw.http.request.uri.path.extension': asSent(extension),
  'raw.http.request.uri.query': asSent(queryOf),
  'raw.http.request.uri.args': asSent(argsOf),
  'raw.http.request.uri.args.names': asSent(argNames),
  'raw.http.request.uri.args.values': asSent(argValues),
  'http.request.headers': headerMap,
  'http.request.headers.names': headerNames,
  'http.request.headers.values': headerValues,
  'http.request.headers.truncated': (request) => cookie(request).split(';').length > MAX_PAIRS,
  'http.request.cookies': (request) => toMultiMap(cookiePairs(request)),
  'http.request.accepted_languages': (request) => acceptedLanguages(acceptLanguage(request)),
  'http.request.timestamp.sec': ({ receivedAt }) => Math.floor(receivedAt / 1000),
  'http.request.timestamp.msec': ({ receivedAt }) => receivedAt % 1000,
  'http.request.body.raw': ({ body }) => body,
  'http.request.body.mime': bodyType,
  'http.request.body.size': (request) => request.bodySize ?? request.body.length,
  'http.request.body.truncated': bodyIsTruncated,
  'http.request.body.malformed': isMalformed,
  'http.request.body.form': (request) => formMap(formOf(request)),
  'http.request.body.form.names': (request) => formOf(request).pairs.map(({ name }) => name),
  'http.request.body.form.values': (request) => formOf(request).pairs.map(({ value }) => value),
  ...multipartExtractors,
  ...tokenExtractors,
  ...attackExtractors,
  'ip.src': ({ clientAddress }) => parseIp(clientAddress),
  'ip.src.asnum': ofLocation(({ asn }) => asn),
  'ip.src.country': ofLocation(({ country }) => country),
  'ip.src.continent': ofLocation(({ continent }) => continent),
  'ip.src.city': ofLocation(({ city }) => city),
  'ip.src.region': ofLocation(({ region }) => region),
  'ip.src.region_code': ofLocation(({ regionCode }) => regionCode),
  'ip.src.postal_code': ofLocation(({ postalCode }) => postalCode),
  'ip.src.metro_code': ofLocation(({ metroCode }) => metroCode),
  'ip.src.lat': ofLocation(({ latitude }) => degrees(latitude)),
  'ip.src.lon': ofLocation(({ longitude }) => degrees(longitude)),
  'ip.src.timezone.name': ofLocation(({ timezone }) => timezone),
  'ip.src.subdivision_1_iso_code': ofLocation(({ country, regionCode }) =>
    subdivisionCode(country, regionCode),
  ),
  'ip.src.subdivision_2_iso_code': ofLocation(({ country, secondRegionCode }) =>
    subdivisionCode(country, secondRegionCode),
  ),
  'ip.src.is_in_european_union': ofLocation(({ isInEuropeanUnion }) => isInEuropeanUnion),
  'cf.edge.server_ip': ({ serverAddress }) =>
    serverAddress === undefined ? undefined : parseIp(serverAddress),
  'cf.edge.server_port': ({ serverPort }) => serverPort,
  'cf.edge.client_port': ({ clientPort }) => clientPort,
  'cf.edge.client_tcp': () => true,
  'cf.tls_version': ({ tls }) => tls?.protocol ?? '',
  'cf.tls_cipher': ({ tls }) => tls?.cipher ?? '',
  'cf.timings.edge_msec': ({ response, edgeMs }) => response && edgeMs,
  'cf.timings.origin_ttfb_msec': ({ response, originMs }) => response && originMs,
  'cf.zone.name': ({ zone }) => zone?.name,
  'cf.zone.plan': ({ zone }) => zone && findPlan(zone.plan)?.fieldValue,
  'cf.ray_id': ({ ray }) => ray,
  'cf.random_seed': ({ randomSeed }) => randomSeed,
  ssl: ({ scheme }) => scheme === 'https',
  'http.response.code': ofResponse(({ status }) => status),
  'http.response.headers': ofResponse(headerMap),
  'http.response.headers.names': ofResponse(headerNames),
  'http.response.headers.values': ofResponse(headerValues),
  'http.response.headers.truncated': ofResponse(() => false),
  'raw.http.response.headers': ofRawResponse(headerMap),
  'raw.http.response.headers.names': ofRawResponse(headerNames),
  'raw.http.response.headers.values': ofRawResponse(headerValues),
  'http.response.content_type.media_type': ofResponse(responseType),
};
