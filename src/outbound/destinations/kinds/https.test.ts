import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeDestinationContract } from '../destination-contract.ts';
import { parseDestination } from '../parse-destination.ts';
import { type ReceiverOptions, startReceiver } from '../receiver.fixture.ts';

const options: ReceiverOptions = {
  respond({ method, url, headers }) {
    assert.equal(method, 'POST');
    assert.equal(url.pathname + url.search, '/logs/in%20here?Api-Key=query-secret&format=a+b');
    assert.equal(headers['content-encoding'], 'gzip');
    assert.equal(headers['content-type'], 'application/x-ndjson');
    assert.equal(headers['authorization'], 'Bearer header/secret+1==');
    assert.equal(headers['x-plain'], 'a b');
    assert.match(String(headers['x-batch-id']), /^(0a1b2c3d4e5f6071|test\.txt\.gz)$/);
    return undefined;
  },
};

const path =
  '/logs/in%20here?header_Authorization=Bearer%20header/secret+1==&Api-Key=query-secret&header_X-Plain=a%20b&format=a+b';

for (const protocol of ['https', 'http'] as const) {
  describeDestinationContract(protocol, {
    protocol,
    text: (host, port) => `${protocol}://${host}:${port}${path}`,
    secrets: ['query-secret', 'header/secret+1=='],
    startCounterpart: () => startReceiver({ ...options, protocol }),
  });
}

describe('https destinations', () => {
  it('have an address of host and path, whatever the options', () => {
    const { address, kind, masked, needsChallenge, form } = parseDestination(
      `https://Logs.Example.com:443${path}`,
    );
    assert.equal(kind, 'https');
    assert.equal(address, 'https://logs.example.com/logs/in%20here');
    assert.equal(
      masked,
      'https://logs.example.com/logs/in%20here?header_Authorization=***&Api-Key=***&header_X-Plain=***&format=***',
    );
    assert.equal(needsChallenge, false);
    assert.equal(form, 'text');
  });

  it('have a lower batch limit for New Relic', () => {
    const { maxBytes } = parseDestination(
      'https://log-api.newrelic.com/log/v1?Api-Key=k&format=cloudflare',
    );
    assert.equal(maxBytes, 5_000_000);
    assert.equal(parseDestination('https://newrelic.com.example/').maxBytes, 1_000_000_000);
  });
});
