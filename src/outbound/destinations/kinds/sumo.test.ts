import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeDestinationContract } from '../destination-contract.ts';
import { parseDestination } from '../parse-destination.ts';
import { startReceiver } from '../receiver.fixture.ts';

const code = 'ZaVnC4dhaV3-secret-code==';

describeDestinationContract('sumo', {
  text: (host, port) =>
    `sumo://${host}:${port}/receiver/v1/http/${code}?header_X-Sumo-Category=edge`,
  secrets: [code],
  startCounterpart: () =>
    startReceiver({
      respond({ method, url, headers }) {
        assert.equal(method, 'POST');
        assert.equal(url.pathname, `/receiver/v1/http/${code}`);
        assert.equal(headers['x-sumo-category'], 'edge');
        return undefined;
      },
      store: ({ headers, text }) => [{ id: String(headers['x-sumo-name']), text }],
    }),
});

describe('sumo destinations', () => {
  it('never show their code', () => {
    const { address, masked, needsChallenge } = parseDestination(
      `sumo://endpoint.collection.sumologic.com/receiver/v1/http/${code}`,
    );
    assert.ok(!address.includes(code));
    assert.equal(masked, 'sumo://endpoint.collection.sumologic.com/receiver/v1/http/***');
    assert.equal(needsChallenge, true);
    const other = parseDestination('sumo://endpoint.collection.sumologic.com/receiver/v1/http/x');
    assert.notEqual(other.address, address);
  });

  it('need a code', () => {
    assert.throws(() => parseDestination('sumo://host/receiver/v1/http/'), { message: /CODE/ });
  });
});
