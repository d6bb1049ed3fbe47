import { createTransport } from 'nodemailer';
import { plainText } from '../../messages/plain-text.ts';
import { mailServerOptions } from './mail-server.ts';

/** Connects, starts TLS and logs in as for a mail, but sends none. */
export async function verifyMailServer(smtpUrl: string): Promise<void> {
  const transport = createTransport(mailServerOptions(smtpUrl));
  try {
    await transport.verify();
  } catch (error) {
    throw new Error(plainText((error as Error).message, 300), { cause: error });
  } finally {
    transport.close();
  }
}
