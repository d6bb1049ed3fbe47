/** Webhooks must not reach internal hosts (SSRF): neither when one is saved nor when it is called. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { PermanentFailure } from '../../../../contracts/job.ts';
import { ApiError } from '../../../../http/api-error.ts';
import { systemClock } from '../../../../kernel/clock.ts';
import { parseCidr } from '../../../../kernel/ip.ts';
import { GuardedClient } from '../../../../outbound/guarded-client.ts';
import { type LoopbackServer, startServer } from '../../../../outbound/loopback-server.fixture.ts';
import type { Webhook } from '../../destinations/webhook-model.ts';
import { WebhookTester } from '../../destinations/webhook-tester.ts';
import { sampleMessage } from '../../messages/fixtures/sample-message.ts';
import { WebhookCaller } from './webhook-caller.ts';
import { WebhookChannel } from './webhook-channel.ts';

const PUBLIC = '93.184.215.14';

/** The addresses that each name resolves to, one per lookup; the last one is repeated. */
const names: Record<string, readonly string[]> = {
  'internal.test': ['10.0.0.5'],
  'local.test': ['127.0.0.1'],
  'metadata.google.internal': ['169.254.169.254'],
  'instance-data': ['169.254.169.254'],
  'v6.test': ['fd00:ec2::254'],
  'mapped.test': ['::ffff:169.254.169.254'],
  'public.test': [PUBLIC],
};

const refused = [
  'https://10.0.0.1/',
  'https://192.168.1.1/',
  'https://172.16.0.1/',
  'https://127.0.0.1/',
  'https://localhost/',
  'https://[::1]/',
  'https://0.0.0.0/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://[fd00:ec2::254]/',
  'https://[::ffff:169.254.169.254]/',
  'https://100.100.100.200/',
  'https://internal.test/',
  'https://local.test/',
  'https://metadata.google.internal/computeMetadata/v1/',
  'https://instance-data/',
  'https://v6.test/',
  'https://mapped.test/',
  'http://public.test/',
  'https://public.test:8443/',
  'https://public.test:22/',
  'https://user:pass@public.test/',
  'file:///etc/passwd',
  'not a url',
];

function clientWith(resolve: (name: string) => Promise<readonly string[]>, allow: string[] = []) {
  const ranges = allow.map(parseCidr).filter((range) => range !== undefined);
  return () => new GuardedClient({ allow: ranges, resolve });
}

const openClient = clientWith(async (name) => names[name] ?? []);

function send(url: string, open = openClient): Promise<void> {
  const webhook = { id: 'a', document: { name: 'On call', url } } as Webhook;
  const channel = new WebhookChannel({
    // Only the stored webhook matters here.
    database: { read: undefined } as never,
    store: { find: async () => webhook } as never,
    clock: systemClock,
    caller: new WebhookCaller(open),
  });
  const delivery = { id: 'd', message: sampleMessage(), mechanism: 'a', attempt: 1 };
  return channel.send(delivery, new AbortController().signal);
}

function save(url: string, open = openClient): Promise<void> {
  const tester = new WebhookTester({ clock: systemClock, openClient: open });
  return tester.test({ name: 'On call', url });
}

const isRefusedAtSave = (error: unknown) =>
  error instanceof ApiError && error.code === 'webhookUrl' && error.options.pointer === '/url';

describe('webhooks to forbidden addresses', () => {
  let inner: LoopbackServer;
  let redirecting: LoopbackServer;
  const innerCalls: string[] = [];

  before(async () => {
    inner = await startServer((request, response) => {
      innerCalls.push(request.url ?? '');
      response.end();
    });
    redirecting = await startServer((_, response) => {
      response.writeHead(307, { location: `http://127.0.0.1:${inner.port}/secret` }).end();
    });
  });
  after(async () => {
    await inner.stop();
    await redirecting.stop();
  });

  for (const url of refused) {
    it(`are refused when saved and when called: ${url}`, async () => {
      await assert.rejects(save(url), isRefusedAtSave);
      await assert.rejects(send(url), PermanentFailure);
    });
  }

  it('are refused if the name resolves to another address after the check (DNS rebinding)', async () => {
    let lookups = 0;
    const rebinding = clientWith(async () => (++lookups === 1 ? [PUBLIC] : ['127.0.0.1']));
    await assert.rejects(save('https://rebind.test/', rebinding), isRefusedAtSave);
    assert.ok(lookups > 1);
    await assert.rejects(send('https://rebind.test/', rebinding), PermanentFailure);
  });

  it('are not reached by redirects, even if the redirecting host is allowed', async () => {
    const allowing = clientWith(async () => [], ['127.0.0.0/8']);
    const url = `http://127.0.0.1:${redirecting.port}/hook`;
    await assert.rejects(save(url, allowing), /Webhook test failed with status code 307/);
    await assert.rejects(
      send(url, allowing),
      (error) =>
        error instanceof PermanentFailure && /Redirects are not followed/.test(error.message),
    );
    assert.deepEqual(innerCalls, []);
  });

  it('are allowed inside the ranges that the operator lists, also with plain HTTP and any port', async () => {
    const allowing = clientWith(async () => [], ['127.0.0.0/8']);
    const url = `http://127.0.0.1:${inner.port}/hook`;
    await save(url, allowing);
    await send(url, allowing);
    assert.deepEqual(innerCalls, ['/hook', '/hook']);
  });
});
