import type { Random } from '../../detection/random.ts';
import { getMessage, type Message, multipartMessage, postMessage } from './message.ts';

/** How a place writes its values; encodings are about these. */
type PlaceKind = 'path' | 'url' | 'form' | 'json' | 'xml' | 'multipart' | 'raw';

export interface Place {
  readonly name: PlaceName;
  readonly means: string;
  readonly kind: PlaceKind;
  /** What the format within the place needs. */
  readonly prepare?: (value: string) => string;
  /** Writes a value as clients do that encode no more than they must. */
  readonly write: (value: string) => string;
  /** Characters that a value cannot have in this place. */
  readonly cannotHold?: RegExp;
  /** The request with the written value. */
  readonly message: (written: string, field: string, random: Random) => Message;
}

const percents = (text: string, unescaped: RegExp): string =>
  text.replace(/[\s\S]/g, (byte) =>
    unescaped.test(byte) ? byte : `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );

const writeForm = (value: string): string =>
  percents(value, /[\w.~!*'()/:,;@$ -]/).replaceAll(' ', '+');
const writePercents = (value: string): string => percents(value, /[\w.~!*'()/:,@$-]/);
const writeJson = (value: string): string => JSON.stringify(value).slice(1, -1);
const writeXml = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const asIs = (value: string): string => value;

const HEADER = /[^\t -\xff]/;
const FORM = 'application/x-www-form-urlencoded';
const XML = 'application/xml; charset=utf-8';

const rows = {
  path: {
    means: 'a segment of the path',
    kind: 'path',
    write: (value) => percents(value, /[\w.~!*'(),;:@$=-]/),
    message: (written) => getMessage(`/catalogue/${written}/details`),
  },
  'query value': {
    means: 'the value of a query argument',
    kind: 'url',
    write: writeForm,
    message: (written, field) => getMessage(`/catalogue?page=2&${field}=${written}&sort=price`),
  },
  'query name': {
    means: 'the name of a query argument',
    kind: 'url',
    write: writeForm,
    message: (written) => getMessage(`/catalogue?page=2&${written}=1`),
  },
  'form value': {
    means: 'the value of a form field',
    kind: 'form',
    write: writeForm,
    message: (written, field) =>
      postMessage('/account/save', FORM, `csrf=a81f2c07&${field}=${written}&submit=Save`),
  },
  'form name': {
    means: 'the name of a form field',
    kind: 'form',
    write: writeForm,
    message: (written) => postMessage('/account/save', FORM, `csrf=a81f2c07&${written}=on`),
  },
  'JSON leaf': {
    means: 'a text in a JSON body',
    kind: 'json',
    write: writeJson,
    message: (written, field) =>
      postMessage(
        '/api/v2/items',
        'application/json',
        `{"count":3,"${field}":"${written}","tags":["new","sale"]}`,
      ),
  },
  'JSON key': {
    means: 'a name in a JSON body',
    kind: 'json',
    write: writeJson,
    message: (written) =>
      postMessage('/api/v2/items', 'application/json', `{"count":3,"filter":{"${written}":1}}`),
  },
  'JSON in query': {
    means: 'a text in JSON in a query argument',
    kind: 'url',
    prepare: writeJson,
    write: writeForm,
    message: (written, field) =>
      getMessage(`/api/v2/items?filter=%7B%22${field}%22%3A%22${written}%22%2C%22limit%22%3A10%7D`),
  },
  'GraphQL variable': {
    means: 'a variable of a GraphQL query',
    kind: 'json',
    write: writeJson,
    message: (written, field) =>
      postMessage(
        '/graphql',
        'application/json',
        `{"query":"query Items($value: String!) { items(${field}: $value) { id name } }","variables":{"value":"${written}"}}`,
      ),
  },
  'multipart field': {
    means: 'a field of a multipart form',
    kind: 'multipart',
    write: asIs,
    message: (written, field) =>
      multipartMessage('/profile', [
        { name: 'csrf', content: 'a81f2c07' },
        { name: field, content: written },
      ]),
  },
  'file name': {
    means: 'the name of an uploaded file',
    kind: 'raw',
    write: asIs,
    cannotHold: /[\r\n\0"\\]/,
    message: (written) =>
      multipartMessage('/documents', [
        { name: 'file', fileName: written, type: 'text/plain', content: 'Minutes of the meeting' },
      ]),
  },
  'file content': {
    means: 'the content of an uploaded file',
    kind: 'multipart',
    write: asIs,
    message: (written) =>
      multipartMessage('/documents', [
        { name: 'file', fileName: 'notes.txt', type: 'text/plain', content: written },
      ]),
  },
  'XML text': {
    means: 'a text in an XML body',
    kind: 'xml',
    write: writeXml,
    cannotHold: /\0/,
    message: (written, field) =>
      postMessage(
        '/services/items',
        XML,
        `<?xml version="1.0"?><request><page>2</page><${field}>${written}</${field}></request>`,
      ),
  },
  'XML attribute': {
    means: 'an attribute in an XML body',
    kind: 'xml',
    write: writeXml,
    cannotHold: /\0/,
    message: (written, field) =>
      postMessage(
        '/services/items',
        XML,
        `<?xml version="1.0"?><request><item ${field}="${written}"/></request>`,
      ),
  },
  cookie: {
    means: 'the value of a cookie',
    kind: 'url',
    write: writePercents,
    message: (written, field) =>
      getMessage('/account', ['Cookie', `session=4f1c9a; ${field}=${written}; theme=dark`]),
  },
  Referer: {
    means: 'an argument in the `Referer` header',
    kind: 'url',
    write: writePercents,
    message: (written, field) =>
      getMessage('/account', ['Referer', `https://www.shop.test/search?${field}=${written}`]),
  },
  'User-Agent': {
    means: 'the `User-Agent` header',
    kind: 'raw',
    write: asIs,
    cannotHold: HEADER,
    message: (written) => getMessage('/account', ['User-Agent', written]),
  },
  'X-Forwarded-For': {
    means: 'the `X-Forwarded-For` header',
    kind: 'raw',
    write: asIs,
    cannotHold: HEADER,
    message: (written) => getMessage('/account', ['X-Forwarded-For', written]),
  },
  'X-Api-Version': {
    means: 'a header of the application',
    kind: 'raw',
    write: asIs,
    cannotHold: HEADER,
    message: (written) => getMessage('/api/v2/items', ['X-Api-Version', written]),
  },
  'basic credentials': {
    means: 'the user name of basic authentication',
    kind: 'raw',
    write: asIs,
    message: (written) =>
      getMessage('/account', [
        'Authorization',
        `Basic ${Buffer.from(`${written}:secret`, 'latin1').toString('base64')}`,
      ]),
  },
  'raw body': {
    means: 'the whole body',
    kind: 'raw',
    write: asIs,
    message: (written) => postMessage('/hooks/incoming', 'text/plain', written),
  },
} as const satisfies Record<string, Omit<Place, 'name'>>;

export type PlaceName = keyof typeof rows;

export function placeNamed(name: PlaceName): Place {
  return { ...rows[name], name };
}

/** Whether the value can stand in the place. */
export const canHold = ({ cannotHold }: Place, value: string): boolean =>
  !(cannotHold?.test(value) ?? false);

/** Places of values that applications keep or compare. */
export const dataPlaces = [
  'path',
  'query value',
  'form value',
  'JSON leaf',
  'JSON in query',
  'GraphQL variable',
  'multipart field',
  'XML text',
  'XML attribute',
  'cookie',
] as const satisfies readonly PlaceName[];

/** Places that are logged or shown as well. */
export const loggedPlaces = [
  'query name',
  'form name',
  'file name',
  'Referer',
  'User-Agent',
  'X-Forwarded-For',
  'X-Api-Version',
  'basic credentials',
  'raw body',
] as const satisfies readonly PlaceName[];
