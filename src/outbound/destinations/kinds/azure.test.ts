import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import { azureSas, startAzureServer } from '../azure-server.fixture.ts';
import { noBucketCredentials } from '../bucket-credentials.ts';
import { batchOf, describeDestinationContract, loopbackClient } from '../destination-contract.ts';
import { openDestination } from '../open-destination.ts';
import { parseDestination } from '../parse-destination.ts';

const never = new AbortController().signal;

describeDestinationContract('azure', {
  text: (host, port) => `azure://${host}:${port}/logs/edge/{DATE}?${azureSas}`,
  secrets: [new URLSearchParams(azureSas).get('sig') ?? assert.fail()],
  startCounterpart: () => startAzureServer('logs'),
});

describe('azure destinations', () => {
  it('have one proof of ownership per folder, whatever the date and the signature', () => {
    const host = 'account.blob.core.windows.net';
    const text = `azure://${host}/logs/a/{DATE}?sv=1&sig=secret`;
    const { address, fingerprint, masked, needsChallenge } = parseDestination(text);
    assert.equal(address, `azure://${host}/logs/a/{DATE}`);
    assert.equal(masked, `azure://${host}/logs/a/{DATE}?sv=1&sig=***`);
    assert.equal(needsChallenge, true);
    assert.equal(parseDestination(`azure://${host}/logs/a?sig=other`).fingerprint, fingerprint);
    assert.notEqual(parseDestination(`azure://${host}/logs/b?sig=other`).fingerprint, fingerprint);
  });

  it('show the error code of the server, and write below the path', async () => {
    const server = await startAzureServer('logs');
    const clock = new ManualClock();
    const client = loopbackClient(clock);
    const open = (container: string, sas = azureSas) =>
      openDestination(`azure://good.test:${server.port}/${container}/a%20b/{DATE}?${sas}`, {
        client,
        clock,
        credentials: noBucketCredentials,
        fileFolder: undefined,
      });
    try {
      await assert.rejects(open('other').probe(never), {
        message: /azure:\/\/good\.test:\d+\/other responded with status 404: ContainerNotFound$/,
        isPermanent: true,
      });
      const forged = azureSas.replace(/sig=[^&]+/, 'sig=Zm9yZ2Vk');
      await assert.rejects(open('logs', forged).probe(never), {
        message: /status 403: AuthorizationFailure$|status 403: AuthenticationFailed$/,
      });
      const destination = open('logs');
      await destination.send(
        { ...batchOf(destination), body: Buffer.alloc(3_000_000, 'x') },
        never,
      );
      assert.equal(
        await destination.writeChallenge?.('token', never),
        'a b/20260101/ownership-challenge.txt',
      );
      const stored = await server.stored();
      assert.deepEqual(stored.map(({ id }) => id).sort(), [
        'a b/20260101/20260101T153000Z_20260101T153029Z_0a1b2c3d4e5f6071.log.gz',
        'a b/20260101/ownership-challenge.txt',
      ]);
    } finally {
      await client.close();
      await server.stop();
    }
  });
});
