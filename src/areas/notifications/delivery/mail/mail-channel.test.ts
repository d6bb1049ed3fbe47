import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:net';
import { after, afterEach, before, describe, it } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { SMTPServerOptions } from 'smtp-server';
import { freePort } from '../../../../../test/support/free-port.ts';
import {
  type MailServer,
  smtpReply,
  startMailServer,
} from '../../../../../test/support/mail-server.ts';
import { PermanentFailure, RetryLater } from '../../../../contracts/job.ts';
import { testCertificate, testKey } from '../../../../outbound/loopback-server.fixture.ts';
import {
  recovered,
  repeated,
  sampleAlerts,
  withTexts,
} from '../../messages/fixtures/sample-alerts.ts';
import { messageAbout } from '../../messages/fixtures/sample-message.ts';
import type { Message } from '../../messages/message.ts';
import { MailChannel } from './mail-channel.ts';
import { mailServerOptions } from './mail-server.ts';

const PASSWORD = 'p@ss/w:rd';
const origin = sampleAlerts.origin_health[1];
const failure = messageAbout([origin]);
const recovery = messageAbout([recovered(origin)]);

describe('MailChannel', () => {
  const closing: (() => unknown)[] = [];
  const authorities = getCACertificates('default');
  before(() => setDefaultCACertificates([...authorities, testCertificate]));
  after(() => setDefaultCACertificates(authorities));
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  async function server(options?: SMTPServerOptions): Promise<MailServer> {
    const opened = await startMailServer(options);
    closing.push(() => opened.stop());
    return opened;
  }

  function channel(smtpUrl: string | undefined, from = 'Palisade <alerts@example.com>') {
    const opened = new MailChannel({
      mail: { smtpUrl, from },
      publicUrl: 'https://palisade.example.com',
    });
    closing.push(() => opened.close());
    return opened;
  }

  const delivery = (message: Message = failure, id = 'delivery-1') => ({
    id,
    message,
    mechanism: 'ops@example.com',
    attempt: 1,
  });
  const idle = () => new AbortController().signal;

  it('sends text and HTML with the same content', async () => {
    const { url, mails } = await server();
    await channel(url).send(delivery(), idle());
    const [received] = mails;
    assert.ok(received);
    assert.deepEqual([received.from, received.to], ['alerts@example.com', ['ops@example.com']]);
    const { mail } = received;
    assert.equal(mail.subject, '[Unhealthy] web-1 of pool frankfurt');
    assert.deepEqual(mail.from, { address: 'alerts@example.com', name: 'Palisade' });
    for (const part of [mail.text, mail.html]) {
      assert.ok(part);
      for (const { label, value } of failure.facts) {
        assert.ok(part.includes(label) && part.includes(value), `${label}: ${value} in ${part}`);
      }
      assert.ok(part.includes(failure.text));
      assert.ok(part.includes('Example Shop'));
      assert.ok(part.includes('Notify on-call'));
      assert.ok(part.includes('https://palisade.example.com/docs'));
      assert.ok(!part.includes('This is a test'));
    }
    assert.doesNotMatch(mail.html ?? '', /<img|<script|src=|url\(|@import/);
  });

  it('derives the message id from the delivery, and threads a recovery with its failure', async () => {
    const { url, mails } = await server();
    const sender = channel(url);
    await sender.send(delivery(failure, 'delivery-1'), idle());
    await sender.send(delivery(recovery, 'delivery-2'), idle());
    assert.deepEqual(
      mails.map(({ mail }) => [mail.messageId, mail.inReplyTo, mail.references]),
      [
        ['<delivery-1@example.com>', '<incident.b2@example.com>', '<incident.b2@example.com>'],
        ['<delivery-2@example.com>', '<incident.b2@example.com>', '<incident.b2@example.com>'],
      ],
    );
    const headers = Object.fromEntries(
      mails[1]?.mail.headers.map(({ key, value }) => [key, value]) ?? [],
    );
    assert.equal(
      headers['list-id'],
      '<0da2b59e-f118-439d-8097-bdfb215203c9.notifications.example.com>',
    );
    assert.equal(headers['auto-submitted'], 'auto-generated');
    assert.equal(headers['x-auto-response-suppress'], 'All');
    assert.equal(headers['x-palisade-alert-ids'], 'b2-end');
  });

  it('marks drills', async () => {
    const { url, mails } = await server();
    await channel(url).send(delivery({ ...failure, isDrill: true }), idle());
    const mail = mails[0]?.mail;
    assert.equal(mail?.subject, '[Test] [Unhealthy] web-1 of pool frankfurt');
    for (const part of [mail?.text, mail?.html]) assert.match(part ?? '', /This is a test/);
  });

  it('explains why people get the notification email of a pool', async () => {
    const { url, mails } = await server();
    const message = { ...failure, policy: { id: null, name: 'frankfurt', description: '' } };
    await channel(url).send(delivery(message), idle());
    assert.match(mails[0]?.mail.text ?? '', /notification_email/);
    assert.match(
      mails[0]?.mail.text ?? '',
      /\/load_balancers\/pools\/17b5962d775c646f3f9725cbc7a53df4$/m,
    );
    assert.match(mails[0]?.raw ?? '', /^List-ID: <pools\.notifications\.example\.com>\r$/m);
  });

  it('shows the latest of many alerts and counts the others', async () => {
    const { url, mails } = await server();
    const message = messageAbout(repeated(sampleAlerts.page_new_resource[1], 170));
    await channel(url).send(delivery(message), idle());
    const { text = '', html = '' } = mails[0]?.mail ?? {};
    assert.equal(text.match(/^\* /gm)?.length, 50);
    for (const part of [text, html]) {
      assert.ok(part.includes('Not shown: 120 earlier alerts.'));
      assert.ok(part.includes('2026-11-16 12:19:00 UTC'));
    }
  });

  it('never lets a name become markup or a header', async () => {
    const { url, mails } = await server();
    const name = '"><img src=x onerror=alert(1)>\r\nBcc: all@example.com\r\n\r\n</style>';
    const message: Message = {
      ...messageAbout([withTexts(origin, name)]),
      account: { id: 'a', name },
      policy: { id: 'p', name, description: name },
      title: `[Unhealthy] ${name}`,
    };
    await channel(url).send(delivery(message), idle());
    const [received] = mails;
    assert.deepEqual(received?.to, ['ops@example.com']);
    assert.equal(received?.mail.bcc, undefined);
    assert.doesNotMatch(received?.mail.html ?? '', /<img/);
    assert.match(received?.mail.html ?? '', /&lt;img src=x/);
    assert.match(received?.mail.subject ?? '', /^\[Unhealthy\] "><img .*<\/style>$/);
  });

  it('uses STARTTLS where it is offered, and logs in', async () => {
    const { port, mails } = await server({
      key: testKey,
      cert: testCertificate,
      authOptional: false,
      onAuth({ username, password }, _session, callback) {
        if (password === PASSWORD) callback(null, { user: username });
        else callback(smtpReply(535, 'wrong password'));
      },
    });
    const login = (password: string) =>
      channel(`smtp://me%40example.com:${encodeURIComponent(password)}@127.0.0.1:${port}`);
    await login(PASSWORD).send(delivery(), idle());
    assert.deepEqual([mails[0]?.isEncrypted, mails[0]?.user], [true, 'me@example.com']);
    await assert.rejects(login('other-secret').send(delivery(), idle()), (error: Error) => {
      assert.ok(!(error instanceof PermanentFailure));
      assert.match(error.message, /Invalid login: 535/);
      assert.ok(!error.message.includes('other-secret'));
      return true;
    });
  });

  it('sends over TLS from the start, to servers with a certificate that it trusts', async () => {
    const { url, mails } = await server({ secure: true, key: testKey, cert: testCertificate });
    await channel(url).send(delivery(), idle());
    assert.equal(mails[0]?.isEncrypted, true);
    setDefaultCACertificates(authorities);
    try {
      await assert.rejects(channel(url).send(delivery(), idle()), /self-signed certificate/);
    } finally {
      setDefaultCACertificates([...authorities, testCertificate]);
    }
    assert.equal(mails.length, 1);
  });

  const encryption: readonly (readonly [string, boolean])[] = [
    ['smtp://user:pass@mail.example.com', true],
    ['smtp://user:pass@[2001:db8::1]:25', true],
    ['smtp://mail.example.com', false],
    ['smtp://user:pass@localhost:25', false],
    ['smtp://user:pass@127.0.0.1:25', false],
    ['smtp://user:pass@[::1]:25', false],
  ];
  for (const [url, isRequired] of encryption) {
    it(`${isRequired ? 'sends no password unencrypted' : 'needs no encryption'} with ${url}`, () => {
      assert.equal(mailServerOptions(url).requireTLS, isRequired);
    });
  }

  const replies: readonly (readonly [string, SMTPServerOptions, isFinal: boolean, RegExp])[] = [
    [
      'greylists the recipient',
      { onRcptTo: (_, _session, callback) => callback(smtpReply(450, '4.2.0 Greylisted')) },
      false,
      /450 4\.2\.0 Greylisted/,
    ],
    [
      'does not know the recipient',
      { onRcptTo: (_, _session, callback) => callback(smtpReply(550, '5.1.1 No such user')) },
      true,
      /550 5\.1\.1 No such user/,
    ],
    [
      'does not relay',
      {
        onRcptTo: (_, _session, callback) => callback(smtpReply(554, '5.7.1 Relay access denied')),
      },
      false,
      /Relay access denied/,
    ],
    [
      'refuses the sender',
      { onMailFrom: (_, _session, callback) => callback(smtpReply(553, '5.1.8 Bad sender')) },
      false,
      /Bad sender/,
    ],
    ['wants a login', { authOptional: false }, false, /530/],
    [
      'refuses the mail',
      {
        onData(stream, _session, callback) {
          stream.resume().on('end', () => callback(smtpReply(554, '5.7.1 Looks like spam')));
        },
      },
      true,
      /Looks like spam/,
    ],
    [
      'is out of space',
      {
        onData(stream, _session, callback) {
          stream.resume().on('end', () => callback(smtpReply(452, '4.3.1 Full')));
        },
      },
      false,
      /452 4\.3\.1 Full/,
    ],
    [
      'is closing',
      { onConnect: (_session, callback) => callback(smtpReply(421, 'Come back later')) },
      false,
      /421|closed/,
    ],
  ];
  for (const [title, options, isFinal, message] of replies) {
    it(`${isFinal ? 'gives up' : 'can be tried again'} if the server ${title}`, async () => {
      const { url } = await server(options);
      await assert.rejects(channel(url).send(delivery(), idle()), (error: Error) => {
        assert.equal(error instanceof PermanentFailure, isFinal, error.message);
        assert.match(error.message, message);
        return true;
      });
    });
  }

  it('sends the next mail after one was refused', async () => {
    let refusals = 1;
    const { url, mails } = await server({
      onRcptTo(_, _session, callback) {
        callback(refusals-- > 0 ? smtpReply(550, 'No such user') : undefined);
      },
    });
    const sender = channel(url);
    await assert.rejects(sender.send(delivery(), idle()), PermanentFailure);
    await sender.send(delivery(), idle());
    assert.equal(mails.length, 1);
  });

  it('opens few connections for many mails', async () => {
    const opened = await server();
    const sender = channel(opened.url);
    const ids = Array.from({ length: 40 }, (_, n) => `delivery-${n}`);
    await Promise.all(ids.map((id) => sender.send(delivery(failure, id), idle())));
    assert.equal(new Set(opened.mails.map(({ mail }) => mail.messageId)).size, 40);
    assert.ok(opened.connections <= 4, `${opened.connections} connections`);
  });

  /** A server that implements only a part of the protocol. */
  async function brokenServer(onLine: (line: string, socket: Socket) => void): Promise<string> {
    const sockets = new Set<Socket>();
    const listener = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.write('220 broken\r\n');
      socket.on('data', (data) => {
        for (const line of data.toString().split('\r\n')) onLine(line, socket);
      });
    });
    listener.listen(0, '127.0.0.1');
    await once(listener, 'listening');
    closing.push(() => {
      for (const socket of sockets) socket.destroy();
      listener.close();
    });
    return `smtp://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  }

  it('can be tried again if the connection breaks within the mail', async () => {
    const url = await brokenServer((line, socket) => {
      if (/^(EHLO|MAIL|RCPT)/.test(line)) socket.write('250 ok\r\n');
      if (line === 'DATA') socket.write('354 go on\r\n');
      if (line.startsWith('From:')) socket.destroy();
    });
    await assert.rejects(channel(url).send(delivery(), idle()), (error: Error) => {
      assert.ok(!(error instanceof PermanentFailure));
      return true;
    });
  });

  it('closes the connection to a stalled server at the timeout', async () => {
    const stalled = Promise.withResolvers<Socket>();
    const url = await brokenServer((line, socket) => {
      if (line.startsWith('EHLO')) stalled.resolve(socket);
    });
    const time = new AbortController();
    const sent = channel(url).send(delivery(), time.signal);
    const socket = await stalled.promise;
    const closed = once(socket, 'close');
    time.abort(new Error('the time is over'));
    await assert.rejects(sent, /the time is over/);
    await closed;
  });

  it('can be tried again if there is no server', async () => {
    const url = `smtp://user:${encodeURIComponent(PASSWORD)}@127.0.0.1:${await freePort()}`;
    await assert.rejects(channel(url).send(delivery(), idle()), (error: Error) => {
      assert.ok(!(error instanceof PermanentFailure));
      assert.match(error.message, /ECONNREFUSED/);
      assert.ok(!error.message.includes(PASSWORD));
      return true;
    });
  });

  it('waits if no server is set', async () => {
    await assert.rejects(channel(undefined).send(delivery(), idle()), (error: Error) => {
      assert.ok(error instanceof RetryLater);
      assert.equal(error.message, 'no mail server is set: PALISADE_SMTP_URL');
      return true;
    });
  });

  it('gives up on an invalid address', async () => {
    const { url, mails } = await server();
    for (const mechanism of ['a@b.example>\r\nRCPT TO:<c@d.example', 'no address']) {
      await assert.rejects(
        channel(url).send({ ...delivery(), mechanism }, idle()),
        PermanentFailure,
        mechanism,
      );
    }
    assert.equal(mails.length, 0);
  });
});
