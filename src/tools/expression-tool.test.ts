import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkExpressionText, evaluateExpressionText, readList } from './expression-tool.ts';
import { parseRequest } from './request-file.ts';

describe('checking an expression', () => {
  it('accepts every list, or only the given ones', () => {
    const text = 'ip.src in $office and not ip.src in $cf.vpn';
    assert.deepEqual(checkExpressionText(text).lists, ['cf.vpn', 'office']);
    assert.deepEqual(checkExpressionText(text, new Map([['office', 'ip']])).lists.length, 2);
    for (const lists of [[], [['office', 'asn']]] as const) {
      assert.throws(() => checkExpressionText(text, new Map(lists)), /list/);
    }
    assert.deepEqual(readList('office=ip'), ['office', 'ip']);
    for (const bad of ['office', '=ip', 'office=', 'office=iP'])
      assert.equal(readList(bad), undefined);
  });

  it('names fields, functions and lists without a value in any request', () => {
    const { missing } = checkExpressionText(
      'cf.client.bot or ip.src in $cf.vpn or ip.src.country eq "PT"',
    );
    assert.deepEqual(missing, ['cf.client.bot', '$cf.vpn']);
  });
});

describe('evaluating an expression', () => {
  const request = parseRequest(
    'GET / HTTP/1.1\nHost: a.test\nAccept-Language: pt\nCookie: a%20b=1\n\n\nHTTP/1.1 200 OK\nX-A: 1\n',
  );
  const cases: [text: string, result: boolean, unknown: string[]][] = [
    ['http.response.code eq 200', true, []],
    ['any(raw.http.response.headers.names[*] eq "X-A")', true, []],
    ['http.request.accepted_languages[0] eq "pt"', true, []],
    ['http.request.cookies["a b"][0] eq "1"', true, []],
    ['any(http.request.body.multipart.values[*] contains "x")', false, []],
    ['ip.src.country eq "PT" or http.host eq "a.test"', true, ['ip.src.country']],
    ['ip.src.asnum ne 1', false, ['ip.src.asnum']],
    ['ip.src in $office or http.host eq "a.test"', true, ['$office']],
  ];
  for (const [text, result, unknown] of cases) {
    it(text, () => {
      const isUnanimous = true;
      assert.deepEqual(evaluateExpressionText(text, request), { result, isUnanimous, unknown });
    });
  }

  it('evaluates every reading of the path', () => {
    const evaluate = (target: string) => {
      const odd = parseRequest(`GET ${target} HTTP/1.1\nHost: A.test:80\n\n`);
      const text = 'http.request.uri.path eq "/admin" and http.host eq "a.test"';
      const { result, isUnanimous } = evaluateExpressionText(text, odd);
      return [result, isUnanimous];
    };
    assert.deepEqual(evaluate('/x/../admin'), [true, true]);
    assert.deepEqual(evaluate('/%2fadmin'), [true, false]);
    assert.deepEqual(evaluate('/x'), [false, true]);
  });
});
