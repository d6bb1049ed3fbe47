/** Every function, through the public interface, on the sample request. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, describe, it } from 'node:test';
import {
  type Accessors,
  compileValue,
  createScheme,
  type FieldDeclaration,
  parseIp,
  parseValueExpression,
  printIp,
  standardFunctions,
  toByteString,
  type Value,
} from '../expression.ts';

const values: Readonly<Record<string, readonly [type: string, value: Value | undefined]>> = {
  text: ['String', 'Hello World'],
  bytes: ['String', '\xc9\xe9A'],
  empty: ['String', ''],
  gone: ['String', undefined],
  path: ['String', '/Old/Path/File.PHP'],
  query: ['String', 'a=1&b=2&a=3&c&ab=4'],
  encoded: ['String', '%3Cb%3E+x%2541%u0041%zz%e9'],
  double: ['String', '%252541'],
  json: [
    'String',
    toByteString(
      '{"a":{"b":["x","ü",7]},"n":42,"f":42.0,"e":1e2,"big":12345678901234567890,"t":true,"z":null,"":5,"neg":-3}',
    ),
  ],
  ints: ['String', '[1,[2,3]]'],
  broken: ['String', '{"a":'],
  cutFraction: ['String', '{"n":7,"f":1.5,"p":"hunter2'],
  deep: ['String', `{"d":${'['.repeat(60_000)}${']'.repeat(60_000)},"a":"x","n":7,"f":1.5}`],
  deepCut: ['String', `{"a":"x","n":7,"f":1.5,"d":${'['.repeat(60_000)}`],
  marked: ['String', toByteString('\ufeff{"a":"ü"}')],
  wide: ['String', Buffer.from('{"a":"ü","n":7}', 'utf16le').toString('latin1')],
  base64: ['String', 'SGVsbG8='],
  tags: ['Array<String>', ['alpha', 'Beta', 'gamma']],
  none: ['Array<String>', []],
  goneTags: ['Array<String>', undefined],
  numbers: ['Array<Int>', [1, 5, 8]],
  truths: ['Array<Bool>', [true, false]],
  map: ['Map<String>', new Map([['k', 'v']])],
  port: ['Int', 443],
  secure: ['Bool', true],
  v4: ['IP', parseIp('203.0.113.77')],
  v6: ['IP', parseIp('2001:db8:1:2:3:4:5:6')],
  addresses: ['Array<IP>', [parseIp('10.0.0.1') ?? '', parseIp('2001:db8::1') ?? '']],
  seed: [
    'String',
    Array.from({ length: 20 }, (_, index) => String.fromCharCode(index * 13)).join(''),
  ],
  now: ['Int', 1_484_064_000],
  signed: ['String', sign('/download/cat.jpg?verify=', '?verify=', 'base64', true)],
  signedUrlSafe: ['String', sign('/download/cat.jpg?verify=', '?verify=', 'base64url', false)],
  signedBare: ['String', sign('/download/cat.jpg', '', 'base64', false)],
};

/** Signs as the documentation of the function describes. */
function sign(
  before: string,
  separator: string,
  encoding: 'base64' | 'base64url',
  encode: boolean,
): string {
  const message = before.slice(0, before.length - separator.length);
  const mac = createHmac('sha256', 'key').update(`${message}1484063787`).digest(encoding);
  return `${before}1484063787-${encode ? encodeURIComponent(mac) : mac}`;
}

const fields = Object.entries(values).map(
  ([name, [type]]): FieldDeclaration => ({ name, type, side: 'both', description: name }),
);
const scheme = createScheme({ fields });
const accessors: Accessors<undefined> = {
  field: (name) => () => values[name]?.[1],
  list: () => undefined,
  contextValue: (name, subject) => () => name === 'is_jwt_present' && subject === 'shop',
};

function evaluate(text: string): unknown {
  const tree = parseValueExpression(text, scheme);
  const value = compileValue(tree, accessors)(undefined);
  return JSON.parse(JSON.stringify(value, printIps) ?? 'null') ?? undefined;
}

function printIps(_key: string, value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'family' in value
    ? printIp(value as never)
    : value;
}

const cases: readonly (readonly [text: string, expected: unknown])[] = [
  ['any(truths)', true],
  ['all(truths)', false],
  ['any(tags[*] eq "Beta")', true],
  ['all(none[*] eq "x")', true],
  ['any(none[*] eq "x")', false],
  ['all(goneTags[*] eq "x")', true],
  ['any(goneTags[*] eq "x")', false],
  ['any(starts_with(goneTags[*], "a"))', undefined],
  ['all(starts_with(goneTags[*], "a"))', undefined],
  ['any(not tags[*] eq "Beta")', true],
  ['any(map[*] eq "v")', true],
  ['lower(text)', 'hello world'],
  ['lower(bytes)', '\xc9\xe9a'],
  ['lower(gone)', undefined],
  ['lower(tags[*])', ['alpha', 'beta', 'gamma']],
  ['lower(goneTags[*])', undefined],
  ['upper(text)', 'HELLO WORLD'],
  ['upper(bytes)', '\xc9\xe9A'],
  ['len(text)', 11],
  ['len(bytes)', 3],
  ['len(tags)', 3],
  ['len(tags[*])', [5, 4, 5]],
  ['len(numbers)', 3],
  ['len(gone)', undefined],
  ['starts_with(text, "Hello")', true],
  ['starts_with(text, "hello")', false],
  ['starts_with(text, gone)', undefined],
  ['starts_with(tags[*], "a")', [true, false, false]],
  ['ends_with(text, "World")', true],
  ['ends_with(text, text)', true],
  ['ends_with(empty, "x")', false],
  ['substring(text, 6)', 'World'],
  ['substring(text, -5)', 'World'],
  ['substring(text, 0, 5)', 'Hello'],
  ['substring(text, 2, -2)', 'llo Wor'],
  ['substring(text, 99)', ''],
  ['substring(text, 5, 2)', ''],
  ['substring(tags[*], 1, 3)', ['lp', 'et', 'am']],
  ['concat(text, "-", port)', 'Hello World-443'],
  ['concat(gone, "x")', 'x'],
  ['concat(tags, none, goneTags, tags)', ['alpha', 'Beta', 'gamma', 'alpha', 'Beta', 'gamma']],
  ['concat(goneTags)', []],
  ['concat(tags[*], "!")', ['alpha!', 'Beta!', 'gamma!']],
  ['url_decode(encoded)', '<b> x%41%u0041%zz\xe9'],
  ['url_decode(encoded, "u")', '<b> x%41A%zz\xe9'],
  ['url_decode(encoded, "r")', '<b> xA%u0041%zz\xe9'],
  ['url_decode(encoded, "ur")', '<b> xAA%zz\xe9'],
  ['url_decode(double, "r")', 'A'],
  ['url_decode(double)', '%2541'],
  ['bit_slice("tcp", 96, 4)', undefined],
  ['is_jwt_present("shop")', true],
  ['is_jwt_present("other")', false],
  ['is_jwt_valid("shop")', false],
  ['lookup_json_string(json, "a", "b", 0)', 'x'],
  ['lookup_json_string(json, "a", "b", 1)', toByteString('ü')],
  ['lookup_json_string(json, "a", "b", 2)', undefined],
  ['lookup_json_string(json, "a", "b", "0")', undefined],
  ['lookup_json_string(json, "a", "b", 9)', undefined],
  ['lookup_json_string(json, "a", "b", -1)', undefined],
  ['lookup_json_string(json, "toString")', undefined],
  ['lookup_json_string(json, "z", "y")', undefined],
  ['lookup_json_string(broken, "a")', undefined],
  // The second parse must use the completed text: with the truncated one it threw, and the rule was skipped.
  ['lookup_json_integer(cutFraction, "n")', 7],
  ['lookup_json_integer(cutFraction, "f")', undefined],
  // Parsing text of more than 10,000 levels could end the process.
  ['lookup_json_string(deep, "a")', 'x'],
  ['lookup_json_integer(deep, "n")', 7],
  ['lookup_json_string(deepCut, "a")', 'x'],
  ['lookup_json_integer(deepCut, "n")', 7],
  ['lookup_json_string(marked, "a")', toByteString('ü')],
  ['lookup_json_string(wide, "a")', toByteString('ü')],
  ['lookup_json_integer(wide, "n")', 7],
  ['lookup_json_integer(json, "n")', 42],
  ['lookup_json_integer(json, "neg")', -3],
  ['lookup_json_integer(json, "")', 5],
  ['lookup_json_integer(json, "f")', undefined],
  ['lookup_json_integer(json, "e")', undefined],
  ['lookup_json_integer(json, "big")', undefined],
  ['lookup_json_integer(json, "t")', undefined],
  ['lookup_json_integer(json, "a", "b", 2)', 7],
  ['lookup_json_integer(ints, 1, 0)', 2],
  ['remove_bytes(text, "lo")', 'He Wrd'],
  ['remove_bytes(text, "xyz")', 'Hello World'],
  ['remove_bytes(bytes, "\\xc9")', '\xe9A'],
  ['decode_base64(base64)', 'Hello'],
  ['decode_base64(text)', undefined],
  ['encode_base64(text)', 'SGVsbG8gV29ybGQ'],
  ['encode_base64(text, "p")', 'SGVsbG8gV29ybGQ='],
  ['encode_base64("\\xfb\\xff")', '+/8'],
  ['encode_base64("\\xfb\\xff", "u")', '-_8'],
  ['encode_base64("\\xfb\\xff", "up")', '-_8='],
  ['encode_base64(sha256("abc"))', 'ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0'],
  ['len(sha256(text))', 32],
  ['cidr(v4, 24, 48)', '203.0.113.0'],
  ['cidr(v4, 32, 48)', '203.0.113.77'],
  ['cidr(v6, 24, 48)', '2001:db8:1::'],
  ['cidr(v6, 24, 127)', '2001:db8:1:2:3:4:5:6'],
  ['cidr6(v6, 33)', '2001:db8::'],
  ['cidr6(v4, 33)', '203.0.113.77'],
  ['has_key(map, "k")', true],
  ['has_key(map, text)', false],
  ['has_value(map, "v")', true],
  ['has_value(tags, "beta")', false],
  ['has_value(numbers, 5)', true],
  ['has_value(numbers, port)', false],
  ['has_value(addresses, 2001:DB8::1)', true],
  ['has_value(addresses, v4)', false],
  ['has_value(truths, secure)', true],
  ['has_value(goneTags, "x")', undefined],
  ['join(tags, ",")', 'alpha,Beta,gamma'],
  ['join(none, ",")', ''],
  ['join(goneTags, ",")', undefined],
  ['split(query, "&", 128)', ['a=1', 'b=2', 'a=3', 'c', 'ab=4']],
  ['split(query, "&", 2)', ['a=1', 'b=2&a=3&c&ab=4']],
  ['split(query, "&", 1)', ['a=1&b=2&a=3&c&ab=4']],
  ['split(empty, "&", 3)', ['']],
  ['split(query, "&", 128)[1]', 'b=2'],
  [`regex_replace(path, "^/Old/(.*)$", "/new/\${1}")`, '/new/Path/File.PHP'],
  ['regex_replace(path, "[aeiou]", "_")', '/Old/P_th/File.PHP'],
  [`regex_replace(path, "(x)?Old", "[\${1}]$$")`, '/[]$/Path/File.PHP'],
  ['regex_replace(path, "nothing", "_")', '/Old/Path/File.PHP'],
  ['regex_replace(gone, "a", "_")', undefined],
  [`wildcard_replace(path, "/old/*/*.php", "/new/\${2}/\${1}")`, '/new/File/Path'],
  [`wildcard_replace(path, "/old/*/*.php", "/new/\${2}/\${1}", "s")`, '/Old/Path/File.PHP'],
  [`wildcard_replace(path, "/Old/*", "$$\${1}", "s")`, '$Path/File.PHP'],
  ['remove_query_args(query, "a")', 'b=2&c&ab=4'],
  ['remove_query_args(query, "a", "c", "x")', 'b=2&ab=4'],
  ['to_string(port)', '443'],
  ['to_string(secure)', 'true'],
  ['to_string(v6)', '2001:db8:1:2:3:4:5:6'],
  ['to_string(cidr(v4, 8, 8))', '203.0.0.0'],
  ['uuidv4(seed)', '000d1a27-3441-4e5b-a875-828f9ca9b6c3'],
  ['uuidv4(text)', undefined],
  ['is_timed_hmac_valid_v0("key", signed, 3600, now, 8)', true],
  ['is_timed_hmac_valid_v0("key", signedUrlSafe, 3600, now, 8, "s")', true],
  ['is_timed_hmac_valid_v0("key", signedBare, 3600, now)', true],
  ['is_timed_hmac_valid_v0("other", signed, 3600, now, 8)', false],
  ['is_timed_hmac_valid_v0("key", signed, 200, now, 8)', false],
  ['is_timed_hmac_valid_v0("key", signed, 213, now, 8)', false],
  ['is_timed_hmac_valid_v0("key", signed, 214, now, 8)', true],
  ['is_timed_hmac_valid_v0("key", signed, 3600, now, 7)', false],
  ['is_timed_hmac_valid_v0("key", signed, 3600, now, 999)', false],
  ['is_timed_hmac_valid_v0("key", text, 3600, now)', false],
  ['is_timed_hmac_valid_v0("key", gone, 3600, now)', undefined],
];

describe('functions', () => {
  const seen = new Set<string>();
  after(() => {
    const all = standardFunctions.map(({ name }) => name);
    assert.deepEqual(
      all.filter((name) => !seen.has(name)),
      [],
    );
    assert.deepEqual(all, all.toSorted());
  });

  for (const [text, expected] of cases) {
    it(text, () => {
      for (const [, name = ''] of text.matchAll(/(\w+)\(/g)) seen.add(name);
      assert.deepEqual(evaluate(text), expected);
    });
  }
});
