import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { after, describe, it, type TestContext } from 'node:test';
import { startMailServer } from '../../../test/support/mail-server.ts';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { tempFolder } from '../../../test/support/temp-folder.ts';
import { pingWith } from './ping.ts';
import type { OtherCheck } from './probe-check.ts';
import { Prober, type ProberOptions } from './prober.ts';

const never = new AbortController().signal;
const check = (kind: OtherCheck['kind']): OtherCheck => ({ kind, timeoutMs: 5_000, retries: 0 });

function probe(kind: OtherCheck['kind'], port: number, options: ProberOptions = {}) {
  return new Prober(options).probe({ address: '127.0.0.1', port }, check(kind), never);
}

describe('probing with SMTP', () => {
  /** A server that sends a text to whoever connects, and another one for each line that it gets. */
  async function scripted(test: TestContext, greeting: string, reply = ''): Promise<number> {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket.on('error', () => {}));
      if (greeting === 'close') return void socket.end();
      socket.write(greeting);
      socket.on('data', () => socket.write(reply));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    test.after(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    return (server.address() as AddressInfo).port;
  }

  it('succeeds with a mail server, and sends no mail', async (test) => {
    const server = await startMailServer();
    test.after(() => server.stop());
    const result = await probe('smtp', server.port);
    assert.deepEqual([result.failureReason, result.responseCode], ['No failures', 250]);
    assert.deepEqual([server.connections, server.mails.length], [1, 0]);
  });

  for (const [what, greeting, reply, reason, code] of [
    ['further lines', '220-a\r\n220 b\r\n', '250-a\r\n250-SIZE\r\n250 b\r\n', 'No failures', 250],
    ['bare codes and line feeds', '220\n', '250\n', 'No failures', 250],
    ['no service', '554 no\r\n', '', 'Response code mismatch error', 554],
    ['no EHLO', '220 a\r\n', '502 no\r\n', 'Response code mismatch error', 502],
    ['another protocol', 'SSH-2.0-x\r\n', '', 'SMTP Invalid Response', undefined],
    ['endless lines', '220-x\r\n'.repeat(3_000), '', 'SMTP Invalid Response', undefined],
    ['a closed connection', 'close', '', 'Connection Reset by Peer', undefined],
  ] as const) {
    it(`judges a server with ${what}`, async (test) => {
      const port = await scripted(test, greeting, reply);
      const result = await probe('smtp', port);
      assert.deepEqual([result.failureReason, result.responseCode], [reason, code]);
    });
  }

  it('times out without a reply', async (test) => {
    const greeted = Promise.withResolvers<void>();
    const server = createServer((socket) => {
      test.after(() => socket.destroy());
      socket.on('error', () => {}).once('data', () => greeted.resolve());
      socket.write('220 a\r\n');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    test.after(() => server.close());
    const clock = new ManualClock();
    const running = probe('smtp', (server.address() as AddressInfo).port, { clock });
    await greeted.promise;
    await clock.advance(5_000);
    const { failureReason, responseCode } = await running;
    assert.deepEqual([failureReason, responseCode], ['SMTP timeout occurred', 220]);
  });
});

describe('probing with ICMP', () => {
  const folder = tempFolder();
  after(() => folder.remove());
  let programs = 0;

  /** A program in place of the system's `ping`, which tests cannot rely on. */
  function ping(script: string) {
    const file = join(folder.path, `ping-${++programs}`);
    writeFileSync(file, `#!/bin/sh\n${script}\n`);
    chmodSync(file, 0o755);
    return pingWith(file);
  }

  it('runs the program with fixed arguments and the address', async () => {
    const output = join(folder.path, 'arguments');
    const result = await probe('icmp_ping', 0, { ping: ping(`printf '%s ' "$@" > ${output}`) });
    assert.equal(result.failureReason, 'No failures');
    assert.equal(readFileSync(output, 'utf8'), '-n -c 1 -W 120 127.0.0.1 ');
  });

  const unavailable =
    'ICMP unavailable: install the program ping, and allow it to send echo requests';
  for (const [script, reason] of [
    ['echo "1 packets transmitted, 0 received, 100% packet loss"; exit 1', 'ICMP timeout occurred'],
    [
      'echo "From 10.0.0.1 icmp_seq=1 Destination Host Unreachable"; exit 1',
      'No route to host error',
    ],
    ['echo "ping: connect: Network is unreachable" >&2; exit 2', 'Network Unreachable'],
    ['echo "ping: socktype: SOCK_RAW: Operation not permitted" >&2; exit 2', unavailable],
    ['echo "ping: permission denied (are you root?)" >&2; exit 1', unavailable],
    ['exit 3', 'Other Failure'],
  ] as const) {
    it(`reports "${reason}" after ${script}`, async () => {
      assert.equal((await probe('icmp_ping', 0, { ping: ping(script) })).failureReason, reason);
    });
  }

  it('says what to install if there is no such program', async () => {
    const missing = pingWith(join(folder.path, 'missing'));
    assert.equal((await probe('icmp_ping', 0, { ping: missing })).failureReason, unavailable);
  });

  it('ends the program when the time of an attempt is over', async () => {
    const started = Promise.withResolvers<void>();
    const clock = new ManualClock();
    const slow = ping('exec sleep 600');
    const running = probe('icmp_ping', 0, {
      clock,
      ping: (address, signal) => {
        started.resolve();
        return slow(address, signal);
      },
    });
    await started.promise;
    await clock.advance(5_000);
    assert.equal((await running).failureReason, 'ICMP timeout occurred');
  });

  it('does not know a host that has no address', async () => {
    const target = { address: 'no-such-host.invalid', port: 0 };
    const result = await new Prober().probe(target, check('icmp_ping'), never);
    assert.match(result.failureReason, /^DNS /);
  });

  describe('and UDP', () => {
    /** A socket on a port of its own. */
    async function bound(test: TestContext, onMessage: (port: number) => void = () => {}) {
      const socket = createSocket('udp4').bind(0, '127.0.0.1');
      await once(socket, 'listening');
      socket.on('message', (_, { port }) => {
        socket.send('reply', port, '127.0.0.1');
        onMessage(port);
      });
      let isOpen = true;
      const close = () => {
        if (isOpen) socket.close();
        isOpen = false;
      };
      test.after(close);
      return { port: socket.address().port, close };
    }
    const silent = (_: string, signal: AbortSignal) =>
      new Promise<never>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });

    it('succeeds if the port replies', async (test) => {
      const { port } = await bound(test);
      assert.equal((await probe('udp_icmp', port, { ping: silent })).failureReason, 'No failures');
    });

    it('fails if the host reports that nothing listens there', async (test) => {
      const { port, close } = await bound(test);
      close();
      const result = await probe('udp_icmp', port, { ping: silent });
      assert.equal(result.failureReason, 'UDP port unreachable');
    });

    it('has the result of the echo request if the port is silent', async (test) => {
      const socket = createSocket('udp4').bind(0, '127.0.0.1');
      await once(socket, 'listening');
      test.after(() => socket.close());
      const { port } = socket.address();
      for (const reason of ['No failures', 'ICMP timeout occurred'] as const) {
        const result = await probe('udp_icmp', port, { ping: async () => reason });
        assert.equal(result.failureReason, reason);
      }
    });
  });
});
