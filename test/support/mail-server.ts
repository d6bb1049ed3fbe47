import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';
import { eventually } from './eventually.ts';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
  readonly mail: Email;
  readonly isEncrypted: boolean;
  readonly user: string | undefined;
}

export interface MailServer {
  readonly port: number;
  readonly url: string;
  /** In the order in which they arrived. */
  readonly mails: readonly ReceivedMail[];
  /** Number of connections that were opened. */
  readonly connections: number;
  /** Waits until `count` mails have arrived. */
  received(count: number): Promise<readonly ReceivedMail[]>;
  stop(): Promise<void>;
}

/** A real mail server on 127.0.0.1 that records mails. By default it accepts any mail, unencrypted and without a login. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  let connections = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: options.key === undefined ? ['STARTTLS'] : [],
    logger: false,
    closeTimeout: 1,
    onConnect(_session, callback) {
      connections++;
      callback();
    },
    onData(stream, session, callback) {
      void buffer(stream)
        .then((raw) => receivedMail(raw, session))
        .then((mail) => {
          mails.push(mail);
          callback();
        }, callback);
    },
    ...options,
  });
  // Some tests abort the connection in the middle of a mail.
  server.on('error', () => {});
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  return {
    port,
    url: `${options.secure ? 'smtps' : 'smtp'}://127.0.0.1:${port}`,
    mails,
    get connections() {
      return connections;
    },
    async received(count) {
      await eventually(`${count} mails have arrived`, () => mails.length >= count);
      return mails;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function receivedMail(raw: Buffer, session: SMTPServerSession): Promise<ReceivedMail> {
  const { mailFrom, rcptTo } = session.envelope;
  return {
    from: mailFrom === false ? '' : mailFrom.address,
    to: rcptTo.map(({ address }) => address),
    raw: raw.toString(),
    mail: await PostalMime.parse(raw),
    isEncrypted: session.secure,
    user: session.user,
  };
}

/** The error for a reply of the server with this code. */
export function smtpReply(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode });
}
