import { isIP } from 'node:net';
import type { SMTPPoolOptions } from 'nodemailer';

export interface MailSettings {
  /** `smtp://` or `smtps://`; undefined: mails wait in the outbox. */
  readonly smtpUrl: string | undefined;
  readonly from: string;
}

/** Longer than servers usually take, and far shorter than a delivery may take. */
const TIMEOUT_MS = 20_000;
/** A burst of mails shares connections; a connection without work is closed soon, so that nothing is left open at the end. */
const IDLE_MS = 3_000;
const MAX_CONNECTIONS = 4;

/** How to reach the mail server of `PALISADE_SMTP_URL`. */
export function mailServerOptions(smtpUrl: string): SMTPPoolOptions & { pool: true } {
  const url = new URL(smtpUrl);
  const user = decodeURIComponent(url.username);
  const secure = url.protocol === 'smtps:';
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return {
    pool: true,
    host,
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    // STARTTLS is used wherever it is offered. With a password it has to be: somebody on the way could hide the offer.
    requireTLS: !secure && user !== '' && !isThisMachine(host),
    ...(user !== '' && { auth: { user, pass: decodeURIComponent(url.password) } }),
    maxConnections: MAX_CONNECTIONS,
    // The queue of deliveries retries; it also knows how often and how long.
    maxRequeues: 0,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    dnsTimeout: TIMEOUT_MS,
    idleTimeout: IDLE_MS,
    maxResponseSize: 64 * 1024,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}
