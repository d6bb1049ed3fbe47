import type { Clock } from '../../kernel/clock.ts';
import type { OutboundClient } from '../../outbound/outbound-client.ts';
import { ChangeLog } from '../../storage/change-log.ts';
import type { AreaModule } from '../area-module.ts';
import type { PoolDirectory } from '../load-balancing/pools/pool-read-model.ts';
import type { AccountDirectory } from '../platform/accounts/account-read-model.ts';
import type { ZoneDirectory } from '../platform/zones/zone-read-model.ts';
import type { NotificationsDatabase } from './notifications-tables.ts';
import { sendingParts } from './sending-parts.ts';

export interface NotificationsOptions {
  readonly database: NotificationsDatabase;
  readonly clock: Clock;
  readonly zones: ZoneDirectory;
  readonly accounts: AccountDirectory;
  readonly pools: PoolDirectory;
  readonly mail: MailSettings;
  /** Where people reach the API and the dashboard; links in messages begin with it. */
  readonly publicUrl: string;
  /** The key of the installation. */
  secret(): string;
  openClient(): OutboundClient;
  /** Where events for PagerDuty are sent; left out: PagerDuty itself. */
  readonly pagerdutyUrl?: string;
}

export interface MailSettings {
  /** `smtp://` or `smtps://`; undefined: mails wait in the outbox. */
  readonly smtpUrl: string | undefined;
  readonly from: string;
}

/** Tells people of what happened: policies choose alerts, and channels deliver them. */
export function notificationsModule(options: NotificationsOptions): AreaModule {
  const { database, clock, mail } = options;
  const changes = new ChangeLog(database, clock);
  const sending = sendingParts({
    ...options,
    changes,
    channels: [],
    isReady: (type) => type !== 'email' || mail.smtpUrl !== undefined,
  });
  return {
    name: 'notifications',
    routes: [...sending.routes],
    jobs: [],
    queues: [...sending.queues],
    bootstrap: {},
    sections: [],
  };
}
