import type { RequestSample } from '../../managed-rulesets/managed-rule-base.ts';
import type { SignEntry } from '../sign-entry.ts';

const get = (target: string): RequestSample => ({ method: 'GET', target, headers: {}, body: '' });

const post = (
  type: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): RequestSample => ({
  method: 'POST',
  target: '/',
  headers: { 'content-type': type, ...headers },
  body,
});

const form = 'application/x-www-form-urlencoded';
/** Longer than the inspected part of a body. */
const long = 'a'.repeat(140_000);

const part = (disposition: string): RequestSample =>
  post(
    'multipart/form-data; boundary=b',
    `--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${long}\r\n--b--\r\n`,
  );

/** A text within JSON within JSON, as often as told. */
function nested(levels: number): string {
  let text = 'a text within other texts';
  for (let level = 0; level < levels; level += 1) text = JSON.stringify({ a: text });
  return text;
}

export const evasionSigns = {
  'evasion-text-cut': {
    means: 'a text body that is longer than what is inspected',
    severity: 'critical',
    paranoia: 1,
    points: 40,
    samples: {
      matching: [post(form, `a=${long}`), part('name="a"')],
      other: [post(form, 'a=b'), part('name="a"; filename="a.png"')],
    },
  },
  'evasion-file-cut': {
    means: 'a file that is longer than what is inspected',
    severity: 'notice',
    paranoia: 1,
    isNotice: true,
    samples: {
      matching: [part('name="a"; filename="a.png"'), post('image/png', long)],
      other: [post(form, `a=${long}`), post('image/png', 'a')],
    },
  },
  'evasion-many-fields': {
    means: 'more fields than are read',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        post(form, 'a=b&'.repeat(12_000)),
        post('application/json', `[${'"a",'.repeat(25_000)}"b"]`),
      ],
      other: [post(form, 'a=b&c=d'), post('application/json', '["a","b"]')],
    },
  },
  'evasion-depth': {
    means: 'values within values, deeper than they are unpacked',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [nested(5), nested(7)],
      other: [nested(2), '{"a":{"b":{"c":{"d":{"e":"f"}}}}}'],
    },
  },
  'evasion-steps': {
    means: 'a request whose inspection was ended because of the work',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [8_000_000, 9_000_000].map((length) => ({
        ...get('/'),
        headers: { 'x-filler': 'a'.repeat(length) },
      })),
      other: ['a', long],
    },
  },
  'evasion-encoding': {
    means: 'a body that cannot be decoded as its header declares',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [
        post(form, 'a=b', { 'content-encoding': 'gzip' }),
        post('text/plain', 'a', { 'content-encoding': 'deflate' }),
      ],
      other: [post(form, 'a=c'), post('text/plain', 'gzip')],
    },
  },
  'evasion-double-encoding': {
    means: 'characters that are encoded more often than the place needs',
    severity: 'error',
    paranoia: 1,
    samples: {
      matching: [get('/a%252e%252e/b'), get('/?a=%252527x'), get('/files/x%255c..')],
      other: [get('/?a=%2527x'), get('/?u=https%253A%252F%252Fshop.test'), get('/100%2525')],
    },
  },
  'evasion-needless-encoding': {
    means: 'letters that are encoded although they need not be',
    severity: 'error',
    paranoia: 1,
    samples: {
      matching: [get('/?a=%2573%2565%256c%2565ct'), get('/load?/%2541dmin')],
      other: [get('/?a=%2520%2541'), get('/?a=50%2570'), get('/%41dmin')],
    },
  },
  'evasion-wide-encoding': {
    means: 'characters of ASCII in the notation of IIS',
    severity: 'error',
    paranoia: 1,
    samples: {
      matching: [get('/?a=%u003cb'), get('/?a=%uff07x'), get('/a%u002fb')],
      other: [get('/?a=%u4f60%u597d'), get('/?a=100%unique')],
    },
  },
  'evasion-overlong': {
    means: 'characters in more bytes than UTF-8 allows',
    severity: 'critical',
    paranoia: 1,
    samples: {
      matching: [get('/a%c0%afb'), get('/?a=%c0%bcb%c0%be'), get('/..%c0%af')],
      other: ['\u4f60\u597d', 'À la carte', get('/?a=%c0%af%c4%e3%ba%c3')],
    },
  },
  'evasion-full-width': {
    means: 'full-width forms of characters that databases and servers turn into ASCII',
    severity: 'error',
    paranoia: 1,
    samples: {
      matching: ['\uff1cscript\uff1e', 'x\uff07 or 1=1', '..\uff0f..\uff0fx'],
      other: ['\uff08\u4f60\u597d\uff09', '\uff21\uff22', 'a \uff1c b'],
    },
  },
  'evasion-utf-7': {
    means: 'characters of markup in UTF-7',
    severity: 'critical',
    paranoia: 1,
    samples: { matching: ['+ADw-b+AD4-', 'x+ACc- or'], other: ['a+ADwb', 'x+adw-', '+AD8='] },
  },
  'evasion-nul': {
    means: 'a NUL within a text',
    severity: 'error',
    paranoia: 1,
    samples: { matching: ['sel\0ect', '<scr\0ipt>'], other: ['a\0', '\0\0\x01\x02'] },
  },
  'evasion-path': {
    means: 'segments of a path that proxies and servers read in different ways',
    severity: 'error',
    paranoia: 1,
    samples: {
      matching: [get('/admin/%2e/'), get('/admin;/'), get('/;/admin'), get('/%2e%2e/admin')],
      other: [get('/cart;id=1/items'), get('/.well-known/x'), get('/a.b/c')],
    },
  },
} as const satisfies Record<string, SignEntry>;
