import { isIP } from 'node:net';
import type { SMTPPoolOptions } from 'nodemailer';

export interface MailSettings {
  /** `smtp://` or `smtps://`; undefined: mails wait in the outbox. */
  readonly smtpUrl: string | undefined;
  readonly from: string;
}

/** Longer than servers usually take, and far shorter than the timeout of a delivery. */
const TIMEOUT_MS = 20_000;
/** Idle timeout of connections: a burst of mails shares them, and they do not delay the exit of the process. */
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
    // STARTTLS is used wherever it is offered. With a password it is required: an attacker on the path could remove the offer.
    requireTLS: !secure && user !== '' && !isThisMachine(host),
    ...(user !== '' && { auth: { user, pass: decodeURIComponent(url.password) } }),
    maxConnections: MAX_CONNECTIONS,
    // The queue of deliveries retries.
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
