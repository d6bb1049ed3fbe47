import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { checkExpressionText, evaluateExpressionText, readList } from './expression-tool.ts';
import { parseRequestFile } from './request-file.ts';

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
  const request = parseRequestFile(
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
    it(text, async () => {
      const isUnanimous = true;
      assert.deepEqual(await evaluateExpressionText(text, request), {
        result,
        isUnanimous,
        unknown,
      });
    });
  }

  it('evaluates every reading of the path', async () => {
    const evaluate = async (target: string) => {
      const odd = parseRequestFile(`GET ${target} HTTP/1.1\nHost: A.test:80\n\n`);
      const text = 'http.request.uri.path eq "/admin" and http.host eq "a.test"';
      const { result, isUnanimous } = await evaluateExpressionText(text, odd);
      return [result, isUnanimous];
    };
    assert.deepEqual(await evaluate('/x/../admin'), [true, true]);
    assert.deepEqual(await evaluate('/%2fadmin'), [true, false]);
    assert.deepEqual(await evaluate('/x'), [false, true]);
  });

  it('evaluates every reading of the body', async () => {
    const body = gzipSync('q=1').toString('latin1');
    const head = 'POST / HTTP/1.1\nHost: a.test\nContent-Encoding: gzip\n\n';
    const text = 'http.request.body.raw eq "q=1"';
    const { result, isUnanimous } = await evaluateExpressionText(
      text,
      parseRequestFile(head + body),
    );
    assert.deepEqual([result, isUnanimous], [true, false]);
  });
});
