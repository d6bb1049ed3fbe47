import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import { parseCidr } from '../../../kernel/ip.ts';
import { GuardedClient } from '../../guarded-client.ts';
import { noBucketCredentials } from '../bucket-credentials.ts';
import { describeDestinationContract } from '../destination-contract.ts';
import { openDestination } from '../open-destination.ts';
import { parseDestination } from '../parse-destination.ts';
import { startReceiver } from '../receiver.fixture.ts';

const never = new AbortController().signal;
const channel = 'AB12CD34-0000-4000-8000-0123456789ab';
const token = 'splunk-secret-token';
const options = `channel=${channel}&sourcetype=palisade%3Alogs&header_Authorization=Splunk%20${token}`;

const collector = () =>
  startReceiver({
    respond({ method, url, headers }) {
      assert.equal(method, 'POST');
      assert.equal(url.pathname, '/services/collector/raw');
      assert.deepEqual(Object.fromEntries(url.searchParams), {
        channel,
        sourcetype: 'palisade:logs',
      });
      assert.equal(headers['content-encoding'], 'gzip');
      if (headers['authorization'] === `Splunk ${token}`)
        return { body: '{"text":"Success","code":0}' };
      return { status: 403, body: '{"text":"Invalid token","code":4}' };
    },
  });

describeDestinationContract('splunk', {
  text: (host, port) => `splunk://${host}:${port}/services/collector/raw?${options}`,
  secrets: [token],
  startCounterpart: collector,
});

describe('splunk destinations', () => {
  const text = `splunk://splunk.example.com:8088/services/collector/raw?${options}`;
  const refused = [
    [text.replace(channel, 'x'), /"channel"; expected a GUID/],
    [text.replace(/channel=[^&]*&/, ''), /needs the option "channel"/],
    [text.replace('/raw', '/event'), /needs the path \/services\/collector\/raw/],
    [text.replace('header_Authorization', 'header_Other'), /header_Authorization/],
    [`${text}&insecure-skip-verify=yes`, /expected true or false/],
  ] as const;
  for (const [wrong, message] of refused) {
    it(`are refused: ${message.source}`, () =>
      assert.throws(() => parseDestination(wrong), { message }));
  }

  it('accept any certificate only with insecure-skip-verify, and show the error of the collector', async () => {
    const receiver = await collector();
    const clock = new ManualClock();
    // This client does not trust the authority of the receiver's certificate.
    const client = new GuardedClient({ allow: [parseCidr('127.0.0.1') ?? assert.fail()], clock });
    const open = (query: string) =>
      openDestination(`splunk://127.0.0.1:${receiver.port}/services/collector/raw?${query}`, {
        client,
        clock,
        credentials: noBucketCredentials,
        fileFolder: undefined,
      });
    const unverified = `${options}&insecure-skip-verify=true`;
    try {
      await assert.rejects(open(options).probe(never), { message: /no valid certificate/ });
      await open(unverified).probe(never);
      // The unverified connection is not reused for verified requests.
      await assert.rejects(open(`${options}&insecure-skip-verify=false`).probe(never), {
        message: /no valid certificate/,
      });
      await assert.rejects(open(unverified.replace(token, 'other')).probe(never), {
        message: /status 403: Invalid token$/,
        isPermanent: true,
      });
      assert.equal(receiver.requests.length, 1);
    } finally {
      await client.close();
      await receiver.stop();
    }
  });
});
