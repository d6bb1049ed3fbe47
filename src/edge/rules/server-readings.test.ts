import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { serverReadingsPage } from '../../../scripts/server-readings/page.ts';
import type { ReadPair, Recording } from '../../../scripts/server-readings/recording.ts';
import { decodePercents } from '../../kernel/percent.ts';
import { readingsOf } from '../../request/body/body-readings.ts';
import { InspectedBody } from '../../request/body/inspected-body.ts';
import { requestExtractors } from '../../request/fields/request-extractors.ts';
import { readRequest } from '../../request/read-request.ts';
import type { RequestRecord } from '../../request/request-record.ts';
import { LiveRequest } from './live-request.ts';

const file = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const recording: Recording = JSON.parse(file('test/fixtures/server-readings.json'));

type Case = Recording['cases'][number];

/** A request as the edge makes it, with its body read. */
async function requestOf({ at, text, type }: Case): Promise<LiveRequest> {
  const pairs = ['host', 'shop.test'];
  if (at === 'cookie') pairs.push('cookie', text.trim());
  if (type !== undefined) pairs.push('content-type', type);
  const inspectedBody = new InspectedBody(
    at === 'body'
      ? async () => ({ ...(await readBodyOf(text, type)), isTruncated: false, size: text.length })
      : undefined,
  );
  await inspectedBody.read({ inspectedBytes: LIMIT, inspectedSeconds: 1 }).catch(() => {});
  const target = at === 'query' ? `/?${text}` : '/';
  return new LiveRequest({
    stream: { version: '1.1', headers: { pairs }, connection: { localPort: 80 } },
    method: at === 'body' ? 'POST' : 'GET',
    scheme: 'http',
    target,
    rawTarget: target,
    authority: 'shop.test',
    host: 'shop.test',
    clientAddress: '192.0.2.1',
    startedAt: 0,
    inspectedBody,
  });
}

const LIMIT = 131_072;
const readBodyOf = (text: string, type: string | undefined) =>
  readingsOf(Buffer.from(text, 'latin1'), {
    encoding: undefined,
    type: type ?? '',
    limit: LIMIT,
    isCut: false,
  });

/** The request as a client sends it. */
function bytesOf({ method, target, headers, inspectedBody }: LiveRequest): Buffer {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const [{ content }] = inspectedBody.text.readings;
  return Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines}\r\n${content}`, 'latin1');
}

/** Its address and port are not part of a request. */
const valuesOf = (reading: RequestRecord) =>
  Object.entries(requestExtractors)
    .filter(([name]) => name.startsWith('http.') || name.startsWith('raw.'))
    .map(([name, extract]) => [name, extract?.(reading)]);

const fields = {
  query: ['http.request.uri.args'],
  cookie: ['http.request.cookies'],
  body: ['http.request.body.form', 'http.request.body.multipart'],
} as const;

const utf8 = (bytes: string) => Buffer.from(bytes, 'latin1').toString();

/** Fields have values as sent; rules decode them. */
function isValue(sent: string, read: string): boolean {
  const spellings = [sent, decodePercents(sent), decodePercents(sent.replaceAll('+', ' '))];
  return spellings.some((each) => utf8(each) === read || utf8(each).trim() === read.trim());
}

function isSeen(request: LiveRequest, at: Case['at'], [name, value]: ReadPair): boolean {
  return (request.readings ?? [request]).some((reading) =>
    fields[at].some((field) => {
      const values = requestExtractors[field]?.(reading) as ReadonlyMap<string, readonly string[]>;
      return [...values].some(
        ([each, sent]) => utf8(each) === name && sent.some((text) => isValue(text, value)),
      );
    }),
  );
}

describe('the values that servers read', () => {
  for (const each of recording.cases) {
    it(`are seen or malformed: ${each.at} with ${each.what}`, async () => {
      const request = await requestOf(each);
      if (requestExtractors['http.request.body.malformed']?.(request)) return;
      for (const [server, pairs] of Object.entries(each.reads)) {
        for (const pair of pairs ?? []) {
          assert.ok(isSeen(request, each.at, pair), `${server} reads ${JSON.stringify(pair)}`);
        }
      }
      assert.ok((request.readings?.length ?? 1) <= 16);
    });
  }

  for (const each of recording.cases) {
    it(`are those of the same request in a file: ${each.at} with ${each.what}`, async () => {
      const live = await requestOf(each);
      const { readings, isAmbiguousPath } = await readRequest(bytesOf(live), { receivedAt: 0 });
      assert.equal(isAmbiguousPath, false);
      assert.deepEqual(readings.map(valuesOf), (live.readings ?? [live]).map(valuesOf));
    });
  }

  it('are in the table of the documentation', () => {
    assert.equal(file('docs/server-readings.md'), serverReadingsPage(recording));
    assert.ok(Object.keys(recording.servers).length >= 7);
  });
});
