import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { httpRequestColumns } from '../../contracts/events/http-request-event.ts';
import { ColumnWriter } from '../../kernel/columns/column-writer.ts';
import { accessLines, type LineFormat } from './access-line.ts';

interface Shown {
  readonly method?: string;
  readonly uri?: string;
  readonly agent?: string;
  readonly referer?: string;
  readonly refusal?: string;
}

/** A batch of one request, as the edge stores it. */
function batchOf({ method = 'GET', uri = '/', agent = '', referer = '', refusal }: Shown): unknown {
  const writer = new ColumnWriter(httpRequestColumns, 1);
  const { values } = writer;
  values.ClientIP[0] = '203.0.113.7';
  values.EdgeStartTimestamp[0] = Date.UTC(2026, 9, 10, 13, 55, 36);
  values.EdgeEndTimestamp[0] = Date.UTC(2026, 9, 10, 13, 55, 36, 5);
  values.ClientRequestMethod[0] = method;
  values.ClientRequestURI[0] = uri;
  values.ClientRequestProtocol[0] = method && 'HTTP/1.1';
  values.EdgeResponseStatus[0] = method ? 200 : 0;
  values.EdgeResponseBodyBytes[0] = method ? 1234 : 0;
  values.ClientRequestReferer[0] = referer;
  values.ClientRequestUserAgent[0] = agent;
  values.refusal[0] = refusal;
  writer.count = 1;
  return JSON.parse(writer.take());
}

function lineOf(shown: Shown, format: LineFormat): string {
  const [line = '', ...others] = accessLines(batchOf(shown), format) ?? [];
  assert.deepEqual(others, []);
  return line;
}

describe('lines of the access log', () => {
  it('have the combined format of web servers', () => {
    const shown = { uri: '/a?b=c', agent: 'curl/8', referer: 'https://shop.test/' };
    assert.equal(
      lineOf(shown, 'combined'),
      '203.0.113.7 - - [10/Oct/2026:13:55:36 +0000] "GET /a?b=c HTTP/1.1" 200 1234 "https://shop.test/" "curl/8"\n',
    );
  });

  it('have `-` for the missing values of a connection without a request', () => {
    assert.equal(
      lineOf({ method: '', uri: '', refusal: 'left' }, 'combined'),
      '203.0.113.7 - - [10/Oct/2026:13:55:36 +0000] "-" 000 - "-" "-"\n',
    );
    assert.equal(JSON.parse(lineOf({ method: '', refusal: 'left' }, 'json')).Refusal, 'left');
  });

  it('are JSON with the names of the dataset, without members that have no value', () => {
    const line = JSON.parse(lineOf({ uri: '/a' }, 'json'));
    assert.equal(line.ClientRequestURI, '/a');
    assert.equal(line.EdgeStartTimestamp, '2026-10-10T13:55:36.000Z');
    assert.equal(line.EdgeResponseStatus, 200);
    assert.equal('ClientRequestUserAgent' in line, false);
    assert.equal('zoneId' in line, false);
  });

  it('escape quotes and control characters that visitors send', () => {
    assert.match(
      lineOf({ agent: 'a" "b\\\r\n\u001b[2J\u2028' }, 'combined'),
      /"a\\" \\"b\\\\\\x0d\\x0a\\x1b\[2J\\u2028"\n$/,
    );
  });

  it('are one line each, whatever visitors send', () => {
    const text = fc.string({ unit: anyCharacter, maxLength: 40 });
    fc.assert(
      fc.property(text, text, text, (uri, agent, referer) => {
        const combined = lineOf({ uri, agent, referer }, 'combined');
        assert.match(combined, /^[^\p{Cc}]*\n$/u);
        // Apart from escapes there are exactly three pairs of quotes.
        assert.equal(combined.replaceAll(/\\./g, '').split('"').length, 7);
        const json = lineOf({ uri, agent, referer }, 'json');
        assert.equal(json.indexOf('\n'), json.length - 1);
        assert.equal(JSON.parse(json).ClientRequestURI ?? '', uri);
      }),
    );
  });

  it('are undefined if the payload is not a batch of requests', () => {
    for (const payload of [undefined, [], [{}], { version: 99 }]) {
      assert.equal(accessLines(payload, 'json'), undefined);
    }
  });
});
