import { existsSync } from 'node:fs';
import type { Tables } from '../app/modules.ts';
import { openConfiguredDatabase } from '../app/node/open-database.ts';
import { databaseLocation, type Settings } from '../app/settings/settings.ts';
import { verifyMailServer } from '../areas/notifications/delivery/mail/verify-mail-server.ts';
import { counted } from '../areas/notifications/messages/plain-text.ts';
import { describeError } from '../kernel/palisade-error.ts';
import { silentTelemetry } from '../telemetry/silent-telemetry.ts';
import { type Outcome, ok, warning } from './finding.ts';

/** Checks the mail server, or that none is needed. A node runs without it: mails wait. */
export async function checkMail(settings: Settings): Promise<Outcome> {
  const { smtpUrl } = settings;
  if (smtpUrl === undefined) {
    const users = await mailUsers(settings);
    if (users.length === 0) return ok('none is set, and nothing sends mails');
    return warning(
      `none is set, but mails are to be sent by ${users.join(' and ')}`,
      'Set PALISADE_SMTP_URL and start the node again: mails wait for a day, then they are given up.',
    );
  }
  const { host } = new URL(smtpUrl);
  try {
    await verifyMailServer(smtpUrl);
    return ok(`${host} responds`);
  } catch (error) {
    return warning(
      `${host} cannot be used: ${describeError(error)}`,
      'Check PALISADE_SMTP_URL. For a certificate of your own authority, set NODE_EXTRA_CA_CERTS.',
    );
  }
}

/** Describes the policies and pools that send mails. */
async function mailUsers(settings: Settings): Promise<readonly string[]> {
  const location = databaseLocation(settings);
  if (location.kind === 'sqlite' && !existsSync(location.file)) return [];
  const database = await openConfiguredDatabase<Tables>(settings, silentTelemetry.log);
  try {
    const policies = await database.read
      .selectFrom('notification_policies')
      .select('document_json')
      .where('enabled', '=', 1)
      .execute();
    const pools = await database.read
      .selectFrom('pools')
      .select('id')
      .where('notification_email', '<>', '')
      .execute();
    return [
      ...words(policies.filter(sendsMail).length, 'notification policy', 'notification policies'),
      ...words(pools.length, 'pool', 'pools'),
    ];
  } catch {
    // The check of the database reports why it cannot be read, or that its schema lacks these tables.
    return [];
  } finally {
    await database.close();
  }
}

function sendsMail({ document_json }: { readonly document_json: string }): boolean {
  const { mechanisms } = JSON.parse(document_json) as { mechanisms?: { email?: unknown[] } };
  return (mechanisms?.email ?? []).length > 0;
}

function words(count: number, one: string, many: string): readonly string[] {
  return count === 0 ? [] : [counted(count, one, many)];
}
