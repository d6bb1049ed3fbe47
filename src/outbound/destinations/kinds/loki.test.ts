import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import { startServer } from '../../loopback-server.fixture.ts';
import { noBucketCredentials } from '../bucket-credentials.ts';
import { describeDestinationContract, loopbackClient } from '../destination-contract.ts';
import { openDestination } from '../open-destination.ts';
import { parseDestination } from '../parse-destination.ts';
import { startReceiver } from '../receiver.fixture.ts';

interface Push {
  readonly streams: readonly {
    readonly stream: Readonly<Record<string, string>>;
    readonly values: readonly (readonly [time: string, line: string])[];
  }[];
}

describeDestinationContract('loki', {
  text: (host, port) =>
    `loki://${host}:${port}/prefix?labels=job%3Dpalisade,zone%3Dshop.test&tenant=team&user=me&password=loki-secret`,
  secrets: ['loki-secret', Buffer.from('me:loki-secret').toString('base64')],
  startCounterpart: () =>
    startReceiver({
      respond({ method, url, headers, text }) {
        assert.equal(method, 'POST');
        assert.equal(url.pathname, '/prefix/loki/api/v1/push');
        assert.equal(headers['content-type'], 'application/json');
        assert.equal(headers['x-scope-orgid'], 'team');
        assert.match(String(headers['authorization']), /^Basic /);
        const { streams } = JSON.parse(text) as Push;
        assert.equal(streams.length, 1);
        assert.deepEqual(streams[0]?.stream, { job: 'palisade', zone: 'shop.test' });
        for (const [time, line] of streams[0]?.values ?? assert.fail()) {
          assert.match(time, /^\d{19}$/);
          JSON.parse(line);
          assert.doesNotMatch(line, /\s$/);
        }
        return { status: 204 };
      },
    }),
});

describe('loki destinations', () => {
  const texts: readonly [what: string, text: string, words: string][] = [
    ['at the end of the shown prefix', `${'x'.repeat(195)}loki-secret`, `: ${'x'.repeat(195)}***`],
    ['at the end of the read prefix', 'loki-secret'.repeat(64 * 1024), ''],
  ];
  for (const [what, text, words] of texts) {
    it(`show no part of a secret that a server repeats ${what}`, async () => {
      const headers = { 'content-type': 'text/plain' };
      const server = await startServer((_, response) => {
        response.writeHead(400, headers).end(text);
      }, 'https');
      const clock = new ManualClock();
      const client = loopbackClient(clock);
      const deps = { client, clock, credentials: noBucketCredentials, fileFolder: undefined };
      const conf = `loki://good.test:${server.port}?labels=a%3D1&user=me&password=loki-secret`;
      const destination = openDestination(conf, deps);
      const probe = destination.probe(new AbortController().signal);
      await assert.rejects(probe, ({ message }: Error) => {
        assert.ok(message.endsWith(`responded with status 400${words}`), message);
        return true;
      });
      await client.close();
      await server.stop();
    });
  }

  const refused = [
    'loki://host',
    'loki://host?labels=',
    'loki://host?labels=a',
    'loki://host?labels=a%3D1,b',
    'loki://host?labels=1a%3D1',
    `loki://host?labels=${Array.from({ length: 16 }, (_, at) => `l${at}%3D1`).join(',')}`,
    'loki://host?labels=a%3D1&tls=no',
  ];
  for (const text of refused) {
    it(`refuse ${text}`, () => assert.throws(() => parseDestination(text), { isPermanent: true }));
  }
});
