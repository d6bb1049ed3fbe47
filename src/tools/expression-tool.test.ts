import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { evaluateExpressionText } from './expression-tool.ts';
import { parseRequest } from './request-file.ts';

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
  ];
  for (const [text, result, unknown] of cases) {
    it(text, () => {
      const isUnanimous = true;
      assert.deepEqual(evaluateExpressionText(text, request), { result, isUnanimous, unknown });
    });
  }

  it('sees the path in every way in which servers read it', () => {
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
