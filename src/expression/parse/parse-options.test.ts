import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type ParseOptions,
  parseExpression,
  parseValueExpression,
  printExpression,
} from '../expression.ts';
import { sampleScheme } from '../fixtures/sample-request.ts';

function check(text: string, options: ParseOptions): string {
  try {
    return printExpression(parseExpression(text, sampleScheme, options));
  } catch (error) {
    return (
      String(error)
        .split('\n')[2]
        ?.replace(/^ *\^+ /, '') ?? ''
    );
  }
}

describe('limits', () => {
  const cases: readonly (readonly [
    what: string,
    text: string,
    options: ParseOptions,
    said: RegExp,
  ])[] = [
    ['4096 characters pass', `http.host eq "${'x'.repeat(4096 - 15)}"`, {}, /^http/],
    [
      '4097 do not',
      `http.host eq "${'x'.repeat(4096 - 14)}"`,
      {},
      /too long: 4097 characters \(limit: 4096\)/,
    ],
    ['white space counts once', `ssl${' '.repeat(5000)}or ssl`, {}, /^ssl or ssl$/],
    ['characters are not UTF-16 code units', `http.host eq "${'💥'.repeat(4000)}"`, {}, /^http/],
    ['depth 128 passes', `${'('.repeat(128)}ssl${')'.repeat(128)}`, {}, /^ssl$/],
    [
      'depth 129 does not',
      `${'('.repeat(129)}ssl`,
      {},
      /maximum nesting depth exceeded \(limit: 128\)/,
    ],
    ['not counts as depth', `${'!'.repeat(129)}ssl`, {}, /maximum nesting depth exceeded/],
    [
      'calls count as depth',
      `lower(lower(http.host)) eq "x"`,
      { limits: { depth: 1 } },
      /maximum nesting depth/,
    ],
    ['64 patterns pass', Array(64).fill('http.host ~ "a"').join(' or '), {}, /^http/],
    [
      '65 do not',
      Array(65).fill('http.host ~ "a"').join(' or '),
      {},
      /too many regular expressions \(limit: 64\)/,
    ],
    [
      'large programs',
      'http.host ~ "(a{100}){10}"',
      { limits: { regexProgramSize: 500 } },
      /too large \(limit: 500\)/,
    ],
    [
      'a program refused by its text',
      `http.host ~ "${'x{1000}'.repeat(500)}"`,
      {},
      /too large \(limit: 4096\)/,
    ],
    [
      'many large programs',
      Array(38)
        .fill(`http.host ~ "${'x{1000}'.repeat(9)}"`)
        .join(' or '),
      {},
      /too large \(limit: 4096\)/,
    ],
    [
      'large programs that fit',
      Array(4).fill('http.host ~ "x{1000}y{900}"').join(' or '),
      {},
      /^http/,
    ],
    [
      'large programs together',
      Array(5).fill('http.host ~ "x{1000}y{900}"').join(' or '),
      {},
      /too large together \(limit: 8000\)/,
    ],
    [
      'the sum is a setting',
      'http.host ~ "abc" or http.host ~ "def"',
      { limits: { regexTotalSize: 9 } },
      /too large together \(limit: 9\)/,
    ],
    [
      'replaced patterns count too',
      'http.host ~ "abc" or regex_replace(http.host, "def", "") eq "x"',
      { limits: { regexTotalSize: 9 } },
      /argument #1: regular expressions are too large together \(limit: 9\)/,
    ],
    [
      'size of a replaced pattern',
      'regex_replace(http.host, "a{10}", "") eq "x"',
      { limits: { regexProgramSize: 9 } },
      /argument #1: .*too large \(limit: 9\)/,
    ],
    [
      'stars of a replaced wildcard',
      'wildcard_replace(http.host, "*a*b*", "") eq "x"',
      { limits: { wildcardStars: 2 } },
      /argument #1: .*too many stars \(limit: 2\)/,
    ],
    [
      'many stars',
      'http.host wildcard "*a*b*"',
      { limits: { wildcardStars: 2 } },
      /too many stars \(limit: 2\)/,
    ],
    [
      'large sets',
      'ip.src.asnum in {1 2 3}',
      { limits: { setItems: 2 } },
      /too many items in a set \(limit: 2\)/,
    ],
  ];
  for (const [what, text, options, said] of cases) {
    it(what, () => assert.match(check(text, options), said));
  }
});

describe('phase and side', () => {
  const cases: readonly (readonly [text: string, options: ParseOptions, said: RegExp])[] = [
    ['http.request.body.size gt 1', { phase: 'http_request_firewall_custom' }, /^http/],
    [
      'http.request.body.size gt 1',
      { phase: 'http_request_transform' },
      /field http.request.body.size is not available in phase http_request_transform/,
    ],
    [
      'http.response.code eq 1',
      { phase: 'http_request_firewall_custom' },
      /field http.response.code is not available/,
    ],
    [
      'http.response.code eq 1',
      { phase: 'http_ratelimit', side: 'request' },
      /known on the response side only/,
    ],
    ['http.response.code eq 1', { phase: 'http_ratelimit' }, /^http/],
    ['cf.waf.score lt 20', { side: 'response' }, /known on the request side only/],
    ['cidr(ip.src, 24, 24) eq 1.2.3.0', { phase: 'http_request_firewall_custom' }, /^cidr/],
    [
      'cidr(ip.src, 24, 24) eq 1.2.3.0',
      { phase: 'http_request_transform' },
      /function cidr is not available in phase http_request_transform/,
    ],
    [
      'to_string(ip.src) eq "x"',
      { phase: 'http_request_firewall_custom' },
      /function to_string is not available/,
    ],
    ['split(http.host, ".", 3)[0] eq "x"', { phase: 'http_custom_errors' }, /^split/],
  ];
  for (const [text, options, said] of cases) {
    it(`${text} in ${JSON.stringify(options)}`, () => assert.match(check(text, options), said));
  }
});

describe('bare host names', () => {
  const lenientHost = { lenientHost: true };
  const cases: readonly (readonly [text: string, options: ParseOptions, said: RegExp])[] = [
    ['http.host eq shop.example.com', lenientHost, /^http.host eq "shop.example.com"$/],
    ['(http.host ne a.b-c.d) and ssl', lenientHost, /^http.host ne "a.b-c.d" and ssl$/],
    ['http.host eq "x"', lenientHost, /^http.host eq "x"$/],
    ['http.host lt example.com', lenientHost, /invalid digit/],
    ['http.referer eq example.com', lenientHost, /invalid digit/],
    ['http.host eq shop.example.com', {}, /invalid digit/],
    ['http.host eq a/b', lenientHost, /invalid digit/],
  ];
  for (const [text, options, said] of cases) {
    it(`${text} ${JSON.stringify(options)}`, () => assert.match(check(text, options), said));
  }
});

describe('value expressions', () => {
  const cases = [
    ['http.request.body.form["username"][0]', 'String', /^http/],
    ['concat("/x", http.request.uri.path)', 'String', /^concat\("\/x"/],
    ['"text"', 'String', /^"text"$/],
    ['42', undefined, /^42$/],
    ['203.0.113.7', 'IP', /^203.0.113.7$/],
    [
      'http.request.body.form["username"]',
      'String',
      /expected value of type String, but got Array<String>/,
    ],
    ['http.request.headers["a"][*]', undefined, /invalid use of map each access operator/],
    ['http.host eq "x"', undefined, /unrecognised input/],
    ['lower(http.host) x', undefined, /unrecognised input/],
    ['', undefined, /expected identifier character/],
  ] as const;
  for (const [text, type, said] of cases) {
    it(`${text} as ${type}`, () => {
      let result: string;
      try {
        result = printExpression(
          parseValueExpression(text, sampleScheme, type === undefined ? {} : { type }),
        );
      } catch (error) {
        result = String(error).split('\n')[2] ?? '';
      }
      assert.match(result, said);
    });
  }
});
