import { json } from 'node:stream/consumers';
import { startServer } from '../../src/outbound/loopback-server.fixture.ts';
import { type MailServer, startMailServer } from './mail-server.ts';

/** The members of a webhook call that tests use. */
export interface ReceivedCall {
  readonly path: string;
  /** Only calls of a webhook with a secret have one. */
  readonly deliveryId: string | undefined;
  readonly id: string;
  readonly text: string;
  readonly policy_id: string;
  readonly alert_event: string;
  readonly alert_correlation_id: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly alerts: readonly { readonly id: string }[];
}

/** A mail server and a web server on this machine that accept all notifications. */
export interface AlertReceivers {
  readonly mails: MailServer['mails'];
  readonly calls: readonly ReceivedCall[];
  /** Settings of a node that may reach them. */
  readonly settings: Readonly<Record<string, string>>;
  /** The address of a webhook; calls show the path. */
  webhook(path: string): string;
  stop(): Promise<void>;
}

export async function startAlertReceivers(): Promise<AlertReceivers> {
  const calls: ReceivedCall[] = [];
  const mail = await startMailServer();
  const web = await startServer(async (request, response) => {
    const body = (await json(request)) as Omit<ReceivedCall, 'path' | 'deliveryId'>;
    // Saving a webhook sends a test call, which has no id.
    if (body.id !== undefined) {
      const { 'webhook-id': id } = request.headers;
      calls.push({ ...body, path: request.url ?? '', deliveryId: id?.toString() });
    }
    response.end();
  });
  return {
    mails: mail.mails,
    calls,
    settings: {
      PALISADE_SMTP_URL: mail.url,
      PALISADE_OUTBOUND_ALLOW: '127.0.0.0/8',
    },
    webhook: (path) => `http://127.0.0.1:${web.port}${path}`,
    async stop() {
      await Promise.all([mail.stop(), web.stop()]);
    },
  };
}
