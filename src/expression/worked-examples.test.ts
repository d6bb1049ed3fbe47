/** Every worked example of the contract (3.10), in its order, against the sample request. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import {
  compileExpression,
  ExpressionError,
  parseExpression,
  printExpression,
} from './expression.ts';
import { sampleAccessors, sampleRequest, sampleScheme } from './fixtures/sample-request.ts';

type Expected = boolean | { readonly column: number; readonly reason: string };

const examples: readonly (readonly [text: string, expected: Expected])[] = [
  ['true', true],
  ['http.request.method eq "POST"', true],
  ['http.request.method == "post"', false],
  ['http.host eq "shop.example.com"', false],
  ['lower(http.host) eq "shop.example.com"', true],
  ['lower(http.request.uri.path) contains "login"', true],
  ['http.request.uri.path matches "^/Admin/[A-Z][a-z]+\\.php$"', true],
  ['http.request.uri.path ~ r"^/admin/"', false],
  ['http.request.uri.path ~ r"(?i)^/admin/"', true],
  ['http.request.uri.path wildcard "/admin/*.php"', true],
  ['http.request.uri.path strict wildcard "/admin/*.php"', false],
  ['http.request.uri.path wildcard "/admin/"', false],
  ['http.request.full_uri wildcard "https://shop.example.com/*"', true],
  [
    'http.request.uri.path wildcard "/a**"',
    { column: 32, reason: 'wildcard contains a double star' },
  ],
  ['http.user_agent contains "curl" or ssl and http.request.method eq "GET"', false],
  ['ssl or http.user_agent contains "curl" and http.request.method eq "GET"', true],
  ['not http.request.method eq "GET" and ssl', true],
  ['ssl xor http.request.method eq "POST"', false],
  ['ssl or ssl xor ssl', true],
  [
    'ip.src eq 203.0.113.0/24',
    { column: 11, reason: "couldn't parse address in network: invalid IP address syntax" },
  ],
  ['ip.src in {203.0.113.0/24 2001:db8::/32}', true],
  ['ip.src in {203.0.113.77/24}', { column: 12, reason: 'host part of address was not zero' }],
  ['ip.src ne 2001:db8::1', true],
  ['not ip.src in $office', true],
  ['ip.src.asnum in $bad_asns', true],
  ['ip.src.asnum in {64496..64511 65000}', true],
  ['cf.edge.server_port eq 0x1bb', true],
  ['cf.edge.server_port eq 0443', false],
  ['cf.edge.server_port gt "80"', { column: 24, reason: 'expected digit' }],
  ['http.request.headers["x-tag"][0] eq "alpha"', true],
  ['http.request.headers["X-Tag"][0] eq "alpha"', false],
  ['http.request.headers["x-tag"][5] eq "alpha"', false],
  ['http.request.headers["x-tag"][5] ne "alpha"', false],
  ['not (http.request.headers["x-tag"][5] eq "alpha")', true],
  [
    'http.request.headers["x-tag"] eq "alpha"',
    { column: 31, reason: 'cannot perform this operation on type Array of String' },
  ],
  ['any(http.request.headers["x-tag"][*] eq "Beta")', true],
  ['all(http.request.headers["x-tag"][*] eq "Beta")', false],
  ['any(lower(http.request.headers["x-tag"][*])[*] eq "beta")', true],
  ['any(http.request.headers["x-none"][*] eq "Beta")', false],
  ['all(http.request.headers["x-none"][*] eq "Beta")', true],
  [
    'http.request.headers["x-tag"][*] eq "Beta"',
    { column: 43, reason: 'expected value of type Bool, but got Array<Bool>' },
  ],
  [
    'any(http.request.headers["x-tag"] eq "Beta")',
    { column: 35, reason: 'cannot perform this operation on type Array of String' },
  ],
  ['any(http.request.headers.names[*] eq "x-tag")', false],
  ['any(lower(http.request.headers.names[*])[*] eq "x-tag")', true],
  ['len(http.request.headers["x-none"]) ge 0', false],
  ['not len(http.request.headers["x-none"]) ge 0', true],
  ['has_key(http.request.headers, "x-tag")', true],
  ['any(http.request.uri.args["role"][*] in {"root" "superuser"})', true],
  ['len(http.request.uri.args["role"]) eq 2', true],
  ['http.request.uri.args["q"][0] contains "<script>"', false],
  ['url_decode(http.request.uri.args["q"][0]) contains "<script>"', true],
  ['any(url_decode(http.request.body.form.values[*])[*] eq "bob@example.com")', true],
  ['http.request.body.form["username"][1] eq "second"', true],
  [
    'starts_with(http.request.uri.path, "/Admin") and ends_with(http.request.uri.path, ".php")',
    true,
  ],
  ['http.request.uri.path starts_with "/Admin"', { column: 23, reason: 'expected ComparisonOp' }],
  ['substring(http.request.uri.path, -4) eq ".php"', true],
  ['concat(http.host, http.request.uri.path) eq "Shop.Example.com/Admin/Login.php"', true],
  ['http.referer eq ""', true],
  ['http.cookie contains "session=" and not http.cookie matches r"session=[0-9]+(;|$)"', true],
  ['http.request.method in {"GET" "POST"}', true],
  [
    'http.request.method in {"GET", "POST"}',
    { column: 30, reason: 'invalid digit found in string while parsing with radix 16' },
  ],
  ['http.request.method not in {"GET"}', { column: 21, reason: 'expected ComparisonOp' }],
  [
    "http.request.method eq 'POST'",
    { column: 24, reason: 'invalid digit found in string while parsing with radix 16' },
  ],
  ['http.request.method EQ "POST"', { column: 21, reason: 'expected ComparisonOp' }],
  ['http.nope eq "x"', { column: 1, reason: 'unknown identifier' }],
  ['ssl eq true', { column: 4, reason: 'unrecognised input' }],
  ['(http.request.method eq "POST"', { column: 31, reason: 'expected literal ")"' }],
  ['http.user_agent contains "\\x58\\x31\\x31"', true],
  [
    'http.request.uri.query contains "a\\nb"',
    { column: 36, reason: 'expected ", xHH or OOO after \\' },
  ],
  ['http.request.uri.path contains r#"a"b"#', false],
  [
    'any((http.request.headers["x-tag"][*] eq "alpha") and (http.request.headers["x-tag"][*] eq "Beta"))',
    false,
  ],
  [
    'any(http.request.headers["x-tag"][*] eq "alpha") and any(http.request.headers["x-tag"][*] eq "Beta")',
    true,
  ],
  [
    'any(http.request.headers["x-tag"][*] eq "alpha" or http.request.headers["x-tag"][*] eq "zzz")',
    { column: 49, reason: 'expected literal ")"' },
  ],
  ['any(http.request.uri.args[*][*] eq "root")', true],
  [
    'http.response.code in {200..299} and http.response.content_type.media_type eq "application/json"',
    true,
  ],
  ['ip.src.country in {}', false],
  ['cidr(ip.src, 24, 48) eq 203.0.113.0', true],
  ['cf.edge.server_port bitwise_and 1', true],
  [
    'lower("ABC") eq "abc"',
    {
      column: 7,
      reason: 'invalid kind of argument #0: expected argument of kind Field, but got Literal',
    },
  ],
  ['http.host lt "a"', true],
];

describe('worked examples', () => {
  let ran = 0;
  after(() => assert.equal(ran, 80));

  for (const [index, [text, expected]] of examples.entries()) {
    it(`${index + 1}: ${text}`, () => {
      ran += 1;
      if (typeof expected === 'boolean') {
        const tree = parseExpression(text, sampleScheme);
        assert.equal(compileExpression(tree, sampleAccessors)(sampleRequest), expected);
        assert.deepEqual(parseExpression(printExpression(tree), sampleScheme), tree);
        assert.deepEqual(JSON.parse(JSON.stringify(tree)), tree);
        return;
      }
      assert.throws(
        () => parseExpression(text, sampleScheme),
        (error) => {
          assert.ok(error instanceof ExpressionError, String(error));
          assert.deepEqual(
            { line: error.line, column: error.column, reason: error.reason },
            { line: 1, ...expected },
          );
          return true;
        },
      );
    });
  }
});
