import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import { noBucketCredentials } from '../bucket-credentials.ts';
import { batchOf, describeDestinationContract, loopbackClient } from '../destination-contract.ts';
import { openDestination } from '../open-destination.ts';
import { parseDestination } from '../parse-destination.ts';
import { startReceiver } from '../receiver.fixture.ts';

const never = new AbortController().signal;

describeDestinationContract('clickhouse', {
  text: (host, port) =>
    `clickhouse://${host}:${port}/logs/http_requests?user=writer&password=click-secret&skip-unknown-fields=true`,
  secrets: ['click-secret'],
  startCounterpart: () =>
    startReceiver({
      respond({ method, url, headers, text }) {
        assert.equal(method, 'POST');
        assert.equal(url.pathname, '/');
        const { searchParams: query } = url;
        assert.equal(query.get('query'), 'INSERT INTO `logs`.`http_requests` FORMAT JSONEachRow');
        assert.equal(query.get('insert_deduplication_token'), headers['x-batch-id']);
        assert.equal(query.get('input_format_skip_unknown_fields'), '1');
        assert.equal(headers['x-clickhouse-user'], 'writer');
        assert.equal(headers['x-clickhouse-key'], 'click-secret');
        for (const row of text.split('\n').filter(Boolean)) JSON.parse(row);
        return undefined;
      },
      store: ({ url, text }) => [
        { id: url.searchParams.get('insert_deduplication_token') ?? '', text },
      ],
    }),
});

describe('clickhouse destinations', () => {
  it('insert CSV if that is the output type, and fail on an exception despite status 200', async () => {
    const clock = new ManualClock();
    const client = loopbackClient(clock);
    let headers: Record<string, string> = {};
    const receiver = await startReceiver({ respond: () => ({ headers }), protocol: 'http' });
    const destination = openDestination(`clickhouse://good.test:${receiver.port}/d/t?tls=false`, {
      client,
      clock,
      credentials: noBucketCredentials,
      fileFolder: undefined,
    });
    try {
      await destination.send({ ...batchOf(destination), contentType: 'text/csv' }, never);
      const query = receiver.requests[0]?.url.searchParams.get('query');
      assert.equal(query, 'INSERT INTO `d`.`t` FORMAT CSV');
      headers = { 'x-clickhouse-exception-code': '241' };
      await assert.rejects(destination.send(batchOf(destination), never), {
        message: /refused a batch: exception 241$/,
      });
    } finally {
      await client.close();
      await receiver.stop();
    }
  });

  const refused = [
    'clickhouse://host',
    'clickhouse://host/database',
    'clickhouse://host/database/table/more',
    'clickhouse://host/database/ta`ble',
    'clickhouse://host/d/t?skip-unknown-fields=1',
  ];
  for (const text of refused) {
    it(`refuse ${text}`, () => assert.throws(() => parseDestination(text), { isPermanent: true }));
  }
});
