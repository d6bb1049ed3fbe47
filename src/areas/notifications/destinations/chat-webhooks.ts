import type { Db } from '../notifications-tables.ts';
import type { WebhookType } from './webhook-model.ts';

/** Types whose messages people read as they arrive. The other receivers are programs. */
const chatTypes: readonly WebhookType[] = [
  'discord',
  'feishu',
  'gchat',
  'mattermost',
  'msteams',
  'slack',
];

/** Which of these webhooks are chat rooms. */
export async function chatWebhooks(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('notification_webhooks')
    .select('id')
    .where('id', 'in', [...ids])
    .where('type', 'in', [...chatTypes])
    .execute();
  return new Set(rows.map(({ id }) => id));
}
