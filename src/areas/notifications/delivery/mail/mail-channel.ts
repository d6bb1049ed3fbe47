import type { SendMailOptions } from 'nodemailer';
import { RetryLater } from '../../../../contracts/job.ts';
import type { Channel, ChannelDelivery } from '../channel.ts';
import { mailFailure } from './mail-failure.ts';
import { mailHeaders } from './mail-headers.ts';
import { mailHtml } from './mail-html.ts';
import { type MailSettings, mailServerOptions } from './mail-server.ts';
import { mailText } from './mail-text.ts';
import { mailView } from './mail-view.ts';

export interface MailChannelOptions {
  readonly mail: MailSettings;
  readonly publicUrl: string;
}

export const NO_MAIL_SERVER = 'no mail server is set: PALISADE_SMTP_URL';

/** Retry interval while no mail server is configured. A node must be restarted to get one. */
const WAIT_MS = 10 * 60_000;

/** Sends messages as mails over the server of `PALISADE_SMTP_URL`. */
export class MailChannel implements Channel {
  readonly type = 'email';
  readonly #options: MailChannelOptions;
  #transport: Promise<MailTransport> | undefined;

  constructor(options: MailChannelOptions) {
    this.#options = options;
  }

  async send(delivery: ChannelDelivery, signal: AbortSignal): Promise<void> {
    const { smtpUrl } = this.#options.mail;
    if (smtpUrl === undefined) throw new RetryLater(NO_MAIL_SERVER, WAIT_MS);
    this.#transport ??= openTransport(smtpUrl);
    const opened = this.#transport;
    const transport = await opened;
    signal.throwIfAborted();
    // A single mail cannot be cancelled, and a stalled server would stall the other mails as well: all connections are closed.
    const abort = () => this.#close(opened);
    signal.addEventListener('abort', abort, { once: true });
    try {
      await transport.sendMail(this.#mailOf(delivery));
    } catch (error) {
      signal.throwIfAborted();
      throw mailFailure(error);
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  /** Closes all connections. Mails in flight fail and are retried. */
  async close(): Promise<void> {
    if (this.#transport) await this.#close(this.#transport);
  }

  async #close(opened: Promise<MailTransport>): Promise<void> {
    if (this.#transport === opened) this.#transport = undefined;
    (await opened).close({ force: true });
  }

  #mailOf(delivery: ChannelDelivery): SendMailOptions {
    const { mail, publicUrl } = this.#options;
    const { message, mechanism } = delivery;
    const view = mailView(message, publicUrl);
    return {
      from: mail.from,
      // As an object, so that an address is never parsed as a list.
      to: { name: '', address: mechanism },
      subject: message.isDrill ? `[Test] ${view.title}` : view.title,
      text: mailText(view),
      html: mailHtml(view),
      ...mailHeaders(delivery, mail.from),
    };
  }
}

type MailTransport = Awaited<ReturnType<typeof openTransport>>;

/** The library is loaded on demand: most commands and many nodes send no mail. */
async function openTransport(smtpUrl: string) {
  const { createTransport } = await import('nodemailer');
  return createTransport(mailServerOptions(smtpUrl));
}
