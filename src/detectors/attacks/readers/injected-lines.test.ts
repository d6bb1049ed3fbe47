import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { inspectRequest } from '../inspect-request.ts';
import type { InspectedValue } from '../inspected-request.ts';

const strengthsIn = (text: string, name: string, place: InspectedValue['place'] = 'form') =>
  inspectRequest({
    method: 'POST',
    version: 'HTTP/1.1',
    values: [{ place, name, text, encoding: 'none' }],
    gaps: [],
  })
    .findings.filter(({ sign }) => /^(?:crlf|mail)-/.test(sign))
    .map(({ strength }) => strength);

describe('lines behind a line break', () => {
  it('are clear in fields of one line, whatever the break and its encoding', () => {
    const end = fc.constantFrom(
      '\r\n',
      '\n',
      '\r',
      '%0d%0a',
      '%0a',
      '%250d%250a',
      '\xe5\x98\x8d\xe5\x98\x8a',
    );
    const line = fc.constantFrom(
      'Set-Cookie: a=b',
      'Location: https://a.test',
      'Content-Length: 0',
      'Bcc: a@b.test',
    );
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z@.]{0,12}$/), end, line, (start, mark, header) => {
        // Only mail servers read the look-alikes of bytes as they are.
        if (header.startsWith('Bcc') && mark.startsWith('\xe5')) return;
        assert.ok(
          strengthsIn(start + mark + header, 'email').includes('clear'),
          start + mark + header,
        );
      }),
    );
  });

  const harmless: readonly (readonly [string, string, string])[] = [
    ['a block of headers', 'headers', 'content-type: text/html\r\ncontent-length: 12\r\n'],
    ['a message', 'name', 'GET / HTTP/1.1\r\nHost: shop.test\r\n\r\n'],
    [
      'a quoted mail',
      'body',
      'Hello Bob, please see below.\n\nFrom: Ann <ann@a.test>\nTo: bob@b.test\nSubject: order\n\nThank you very much for the order.',
    ],
    ['a list', 'notes', 'Trip\nLocation: Berlin\nHost: Ann\nDate: Monday'],
  ];
  for (const [title, name, text] of harmless) {
    it(`are weak at most in ${title}`, () => {
      assert.ok(strengthsIn(text, name).every((strength) => strength === 'weak'));
    });
  }
});
