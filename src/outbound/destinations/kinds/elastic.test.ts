import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import type { GuardedClient } from '../../guarded-client.ts';
import { noBucketCredentials } from '../bucket-credentials.ts';
import {
  batchOf,
  describeDestinationContract,
  loopbackClient,
  sampleLines,
  textOf,
} from '../destination-contract.ts';
import { openDestination } from '../open-destination.ts';
import { parseDestination } from '../parse-destination.ts';
import { type ReceivedRequest, type ReceiverResponse, startReceiver } from '../receiver.fixture.ts';

const never = new AbortController().signal;
const password = 'elastic-secret';

/** Stores the documents of bulk requests as Elasticsearch does: an existing id is a conflict. */
function index(documents: Map<string, unknown>, { text }: ReceivedRequest): ReceiverResponse {
  assert.ok(text.endsWith('\n'));
  const lines = text.trimEnd().split('\n');
  const items: unknown[] = [];
  for (let at = 0; at < lines.length; at += 2) {
    const { create } = JSON.parse(lines[at] ?? '') as { create: { _id: string } };
    const document: unknown = JSON.parse(lines[at + 1] ?? '');
    const type = 'version_conflict_engine_exception';
    if (documents.has(create._id)) items.push({ create: { error: { type } } });
    else documents.set(create._id, document);
  }
  const body = items.length > 0 ? { errors: true, items } : { errors: false };
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

describeDestinationContract('elastic', {
  text: (host, port) =>
    `elastic://${host}:${port}/prefix/logs-{DATE}?user=palisade&password=${password}&pipeline=clean`,
  secrets: [password, Buffer.from(`palisade:${password}`).toString('base64')],
  startCounterpart() {
    const documents = new Map<string, unknown>();
    return startReceiver({
      respond(request) {
        const { method, url, headers } = request;
        assert.equal(method, 'POST');
        assert.equal(url.pathname, '/prefix/logs-20260101/_bulk');
        assert.equal(url.searchParams.get('pipeline'), 'clean');
        assert.equal(headers['content-type'], 'application/x-ndjson');
        assert.equal(
          headers['authorization'],
          `Basic ${Buffer.from(`palisade:${password}`).toString('base64')}`,
        );
        return index(documents, request);
      },
    });
  },
});

describe('elastic destinations', () => {
  const clock = new ManualClock();
  let client: GuardedClient;
  before(() => {
    client = loopbackClient(clock);
  });
  after(() => client.close());

  const open = (port: number) =>
    openDestination(`elastic://good.test:${port}/logs?tls=false&api-key=k`, {
      client,
      clock,
      credentials: noBucketCredentials,
      fileFolder: undefined,
    });

  it('store a record once, however often its batch is sent', async () => {
    const documents = new Map<string, unknown>();
    const receiver = await startReceiver({
      protocol: 'http',
      respond: (request) => index(documents, request),
    });
    const destination = open(receiver.port);
    await destination.send(batchOf(destination), never);
    await destination.send(batchOf(destination), never);
    assert.deepEqual([...documents.keys()], ['0a1b2c3d4e5f6071-0', '0a1b2c3d4e5f6071-1']);
    assert.deepEqual(documents.get('0a1b2c3d4e5f6071-1'), { RayID: 'b', Bytes: 2 });
    assert.equal(receiver.requests[0]?.headers['authorization'], 'ApiKey k');
    await receiver.stop();
  });

  const responses = [
    [
      { errors: true, items: [{ create: { error: { type: 'document_parsing_exception' } } }] },
      true,
      /refused 1 records .*document_parsing_exception/,
    ],
    [
      { errors: true, items: [{ create: { error: { type: 'es_rejected_execution_exception' } } }] },
      false,
      /rejected/,
    ],
    [
      { errors: true, items: [{ create: { error: { type: '<b>secret</b>' } } }] },
      true,
      /unknown error$/,
    ],
    [{ ok: true }, false, /did not send a bulk response/],
    [null, false, /did not send a bulk response/],
  ] as const;
  it('fail if records were refused although the status is 200', async () => {
    let body = '';
    const receiver = await startReceiver({ protocol: 'http', respond: () => ({ body }) });
    const destination = open(receiver.port);
    for (const [response, isPermanent, message] of responses) {
      body = JSON.stringify(response);
      await assert.rejects(destination.send(batchOf(destination), never), { message, isPermanent });
    }
    await receiver.stop();
  });

  it('accept single records only', () => {
    assert.equal(parseDestination('elastic://host/logs').form, 'json_records');
    assert.equal(
      textOf(open(443), { ...sampleLines, prefix: '[', delimiter: ',', suffix: ']' }),
      textOf(open(443)),
    );
  });

  const refused = [
    'elastic://host',
    'elastic://host/',
    'elastic://host/Upper',
    'elastic://host/_all',
    'elastic://host/a%2fb*',
    'elastic://host/%zz',
    'elastic://host/logs?user=a&api-key=b',
    'elastic://host/logs?unknown=a',
  ];
  for (const text of refused) {
    it(`refuse ${text}`, () => assert.throws(() => parseDestination(text), { isPermanent: true }));
  }
});
