import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseRequestFile } from './request-file.ts';

describe('a response in a request file', () => {
  const head = 'GET / HTTP/1.1\nHost: a.test\n';
  const response = 'HTTP/1.1 204 No Content\nX-A: 1\n';
  const cases: [what: string, text: string, body: string, status: number | undefined][] = [
    ['after the headers', `${head}\n${response}`, '', 204],
    ['after a second empty line', `${head}\n\n${response}`, '', 204],
    ['after an empty body', `${head}\n\n\n${response}`, '', 204],
    ['after a body', `${head}\na=1\n\n${response}`, 'a=1', 204],
    ['after a body of two paragraphs', `${head}\na\n\nb\n\n${response}`, 'a\n\nb', 204],
    [
      'not in the middle of a body',
      `${head}\na=1\n${response}`,
      `a=1\n${response.trim()}`,
      undefined,
    ],
    ['nowhere', `${head}\na=1\n`, 'a=1', undefined],
  ];
  for (const [what, text, body, status] of cases) {
    for (const end of ['\n', '\r\n']) {
      it(`is found ${what}, lines ending in ${JSON.stringify(end)}`, () => {
        const request = parseRequestFile(text.replaceAll('\n', end));
        assert.equal(request.body, body.replaceAll('\n', end));
        assert.equal(request.response?.status, status);
        if (status) assert.deepEqual(request.response?.headers, [['X-A', '1']]);
      });
    }
  }
});
