/** Every operator in every spelling, literals, and missing values. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { compileExpression, ExpressionError, parseExpression } from './expression.ts';
import { sampleAccessors, sampleRequest, sampleScheme } from './fixtures/sample-request.ts';
import { comparisonOperators, logicalOperators, notOperator } from './operators.ts';

function evaluate(text: string): boolean {
  return compileExpression(parseExpression(text, sampleScheme), sampleAccessors)(sampleRequest);
}

const PORT = 'cf.edge.server_port';
const METHOD = 'http.request.method';
const GONE = 'http.request.headers["gone"]';

const operators: readonly (readonly [text: string, expected: boolean])[] = [
  [`${PORT} eq 443`, true],
  [`${PORT} == 443`, true],
  [`${PORT}==443`, true],
  [`${PORT} ne 443`, false],
  [`${PORT} != 444`, true],
  [`${PORT} lt 444`, true],
  [`${PORT} < 443`, false],
  [`${PORT} le 443`, true],
  [`${PORT} <= 442`, false],
  [`${PORT} gt 442`, true],
  [`${PORT} > 443`, false],
  [`${PORT} ge 443`, true],
  [`${PORT} >= 444`, false],
  [`${PORT} bitwise_and 4`, false],
  [`${PORT} & 8`, true],
  [`${PORT} & -1`, true],
  [`${PORT} bitwise_and 0x10000000000000`, false],
  [`${METHOD} contains "OS"`, true],
  [`${METHOD} contains ""`, true],
  [`${METHOD} matches "^P"`, true],
  [`${METHOD} ~ "^p"`, false],
  [`${METHOD} wildcard "p*"`, true],
  [`${METHOD} strict wildcard "p*"`, false],
  [`${METHOD} strict   wildcard "P*"`, true],
  [`${METHOD} in {"POST"}`, true],
  [`${METHOD} eq"POST"`, true],
  [`${METHOD} ge "POST"`, true],
  [`${METHOD} lt "POSTS"`, true],
  ['ip.src gt 203.0.113.76', true],
  ['ip.src le 203.0.113.76', false],
  ['ip.src lt 2001:db8::', false],
  ['ip.src gt 2001:db8::', false],
  ['ip.src ge 203.0.113.77', true],
  ['ip.src eq ::ffff:203.0.113.77', true],
  ['ip.src in {::ffff:203.0.113.0/120}', true],
  ['ip.src in {203.0.113.70..203.0.113.80}', true],
  ['ip.src in {::..ffff::}', false],
  ['cf.edge.server_ip in {2001:db8::/32 10.0.0.0/8}', true],
  ['cf.edge.server_ip in {2001:db8::1..2001:db8::4}', false],
  ['ssl and ssl', true],
  ['ssl && not ssl', false],
  ['cf.client.bot or ssl', true],
  ['cf.client.bot || cf.client.bot', false],
  ['ssl xor cf.client.bot', true],
  ['ssl ^^ ssl', false],
  ['not ssl', false],
  ['!ssl', false],
  ['!!ssl', true],
  ['not not ssl', true],
  ['not(cf.client.bot)', true],
  ['cf.client.bot and cf.client.bot or ssl', true],
  ['ssl or ssl and cf.client.bot', true],
  ['(ssl or ssl) and cf.client.bot', false],
  ['ssl xor ssl and cf.client.bot', true],
  ['not cf.client.bot and cf.client.bot', false],
  ['true and not false', true],
  ['ssl\r\n  and\n  ssl', true],
];

const literals: readonly (readonly [text: string, expected: boolean])[] = [
  [`${PORT} eq 0x1BB`, true],
  [`${PORT} eq 0673`, true],
  [`${PORT} in {1 0x1bb..0673}`, true],
  [`${PORT} gt -1`, true],
  [`${PORT} lt 9223372036854775807`, true],
  [`${PORT} gt -9223372036854775808`, true],
  [`${PORT} in {-5..5 9007199254740993}`, false],
  [`${METHOD} eq 50:4f-53.54`, true],
  [`${METHOD} in {50:4f:53:54}`, true],
  [`${METHOD} eq "\\x50\\117S\\x54"`, true],
  [`${METHOD} eq r"POST"`, true],
  [`${METHOD} eq r##"POST"##`, true],
  [`${METHOD} eq "PO\nST"`, false],
  [`http.user_agent contains "(X11"`, true],
  [`http.user_agent matches "[\\(\\"]X11"`, true],
  [`http.user_agent matches "[("]X11"`, true],
  [`http.user_agent matches "\\"|X11"`, true],
  [`http.host in {"a" "Shop.Example.com" "b" "c" "d" "e"}`, true],
  ['ip.geoip.country eq "PT"', true],
  ['http.host in $hosts', true],
  ['ip.src in $cf.open_proxies', false],
];

const missing: readonly (readonly [text: string, expected: boolean])[] = [
  [`${GONE}[0] eq "x"`, false],
  [`${GONE}[0] ne "x"`, false],
  [`${GONE}[0] lt "x"`, false],
  [`${GONE}[0] contains ""`, false],
  [`${GONE}[0] matches ".*"`, false],
  [`${GONE}[0] wildcard "*"`, false],
  [`${GONE}[0] in {"x"}`, false],
  [`not (${GONE}[0] eq "x")`, true],
  [`not ${GONE}[0] ne "x"`, true],
  [`any(${GONE}[*] eq "x")`, false],
  [`all(${GONE}[*] eq "x")`, true],
  [`not any(${GONE}[*] eq "x")`, true],
  [`all(lower(${GONE}[*])[*] eq "x")`, true],
  [`any(starts_with(${GONE}[*], "x"))`, false],
  [`all(starts_with(${GONE}[*], "x"))`, false],
  [`len(${GONE}) ge 0`, false],
  [`len(http.request.headers["x-tag"]) ge 0`, true],
  [`lower(${GONE}[0]) eq ""`, false],
  [`concat(${GONE}[0], "x") eq "x"`, true],
  [`starts_with(${GONE}[0], "")`, false],
  [`has_value(${GONE}, "x")`, false],
  [`not has_value(${GONE}, "x")`, true],
  [`join(${GONE}, ",") eq ""`, false],
  [`split(${GONE}[0], ",", 2)[0] eq ""`, false],
  ['cf.bot_management.verified_bot', false],
  ['cf.waf.score ne 50', false],
  ['http.request.headers["x-tag"][0] eq "alpha"', true],
  ['any(http.request.headers[*][0] eq "alpha")', true],
  ['any(http.request.headers[*][1] eq "alpha")', false],
  ['any(http.request.body.multipart.names[*][1] eq "c")', true],
  ['all(http.request.body.multipart.names[*][1] eq "c")', true],
  ['any(cf.bot_management.detection_ids[*] in {5..6})', true],
];

for (const [title, rows] of Object.entries({ operators, literals, missing })) {
  describe(title, () => {
    let ran = 0;
    after(() => assert.equal(ran, rows.length));
    for (const [text, expected] of rows) {
      it(text, () => {
        ran += 1;
        assert.equal(evaluate(text), expected);
      });
    }
  });
}

describe('the operator tables', () => {
  it('have every spelling in the rows above', () => {
    const text = operators
      .map(([row]) => ` ${row} `)
      .join('\n')
      .replace(/strict +/g, 'strict ');
    const spellings = [...comparisonOperators, ...logicalOperators, notOperator].flatMap(
      (row) => row.spellings,
    );
    assert.deepEqual(
      spellings.filter((spelling) => !text.includes(spelling)),
      [],
    );
    assert.equal(new Set(spellings).size, spellings.length);
  });

  it('refuse an operator that is a prefix of a longer word', () => {
    for (const text of ['ssl andx ssl', 'notssl', `${METHOD} inx {"a"}`, `${METHOD} eq_ "a"`]) {
      assert.throws(() => evaluate(text), ExpressionError, text);
    }
  });
});
