import type { Capability } from '../../catalogs/permissions.ts';
import type { Verifier } from '../../http/principal.ts';
import type { Clock } from '../../kernel/clock.ts';
import { zoneFinder } from '../../resources/scope.ts';
import { AlertOutbox } from '../../storage/alert-outbox.ts';
import { ChangeLog } from '../../storage/change-log.ts';
import type { AreaModule } from '../area-module.ts';
import type { MigrationStates } from '../firewall-migration/migration-read-model.ts';
import { type AccountDirectory, AccountReadModel } from './accounts/account-read-model.ts';
import { accountRoutes } from './accounts/account-routes.ts';
import { AccountService } from './accounts/account-service.ts';
import { AuditLogReadModel } from './audit/audit-log-read-model.ts';
import { auditLogRoutes } from './audit/audit-log-routes.ts';
import { AuditReadModel } from './audit/audit-read-model.ts';
import { auditRoutes } from './audit/audit-routes.ts';
import { CredentialVerifier } from './credentials/credential-verifier.ts';
import { certificateExpiryJob } from './expiries/certificate-expiry-job.ts';
import type { ServedCertificate } from './expiries/certificate-names.ts';
import { tokenExpiryJob } from './expiries/token-expiry-job.ts';
import {
  type AdminSettings,
  type KeepSecrets,
  type MadeSecrets,
  prepareInstallation,
} from './first-start.ts';
import { platformBootstrap } from './platform-bootstrap.ts';
import type { PlatformDatabase } from './platform-tables.ts';
import { sessionRoutes } from './sessions/session-routes.ts';
import { SessionService } from './sessions/session-service.ts';
import { subscriptionRoutes } from './subscriptions/subscription-routes.ts';
import { SubscriptionService } from './subscriptions/subscription-service.ts';
import { TokenExpiryReadModel } from './tokens/token-expiry-read-model.ts';
import { type TokenDirectory, TokenReadModel } from './tokens/token-read-model.ts';
import { tokenRoutes } from './tokens/token-routes.ts';
import { TokenService } from './tokens/token-service.ts';
import { urlNormalizationRoutes } from './url-normalization/url-normalization-routes.ts';
import { UrlNormalizationService } from './url-normalization/url-normalization-service.ts';
import { userRoutes } from './users/user-routes.ts';
import { UserService } from './users/user-service.ts';
import { zoneHoldRoutes } from './zone-holds/zone-hold-routes.ts';
import { ZoneHoldService } from './zone-holds/zone-hold-service.ts';
import {
  type ZoneSettingDirectory,
  ZoneSettingReadModel,
} from './zone-settings/zone-setting-read-model.ts';
import { zoneSettingRoutes } from './zone-settings/zone-setting-routes.ts';
import { ZoneSettingService } from './zone-settings/zone-setting-service.ts';
import { ZoneCache } from './zones/zone-cache.ts';
import { type ZoneDirectory, ZoneReadModel } from './zones/zone-read-model.ts';
import { zoneRoutes } from './zones/zone-routes.ts';
import { ZoneService } from './zones/zone-service.ts';
import { zoneSnapshot } from './zones/zone-snapshot.ts';

const LAST_USED_EVERY_MS = 30_000;
const SESSION_TRIM_EVERY_MS = 3_600_000;

export interface PlatformModule extends AreaModule {
  readonly verifier: Verifier;
  readonly zones: ZoneDirectory;
  readonly accounts: AccountDirectory;
  readonly tokens: TokenDirectory;
  readonly zoneSettings: ZoneSettingDirectory;
  /** Creates the first account, user and token if there are none; see `prepareInstallation`. */
  prepareInstallation(admin: AdminSettings, keep: KeepSecrets): Promise<MadeSecrets>;
  /** Writes the last-used times of tokens, which are only in memory; called before the database is closed. */
  flush(): Promise<void>;
}

export interface PlatformOptions {
  readonly database: PlatformDatabase;
  readonly clock: Clock;
  /** How long a solved challenge is valid, in zones without a setting of their own. */
  readonly clearanceSeconds: number;
  readonly servesTls: boolean;
  readonly migrations: MigrationStates;
  /** The certificates of this node. */
  certificates(): Promise<readonly ServedCertificate[]>;
}

/** Accounts, zones, users, tokens and the audit log. */
export function platformModule(options: PlatformOptions): PlatformModule {
  const { database, clock, clearanceSeconds, servesTls, migrations } = options;
  const changes = new ChangeLog(database, clock);
  const alerts = new AlertOutbox(database, clock);
  const zoneLists = new ZoneReadModel(database);
  const accountLists = new AccountReadModel(database);
  const tokenLists = new TokenReadModel(database, clock);
  const zoneCache = new ZoneCache(database, clock);
  const verifier = new CredentialVerifier(database, zoneCache, clock);
  const zones = new ZoneService(database, changes, clock, zoneCache);
  const users = new UserService(database, changes, clock);
  const tokens = new TokenService({
    database,
    changes,
    clock,
    onTokenChanged: () => verifier.forget(),
  });
  const sessions = new SessionService({
    database,
    changes,
    clock,
    onSessionEnded: () => verifier.forget(),
  });
  const accounts = new AccountService({ database, changes, clock, zones: zoneCache, tokens });
  const findIn = (capability: Capability) =>
    zoneFinder({ find: (id) => zoneCache.getCurrent(id) }, capability);
  const zoneSettings = new ZoneSettingService({
    database,
    changes,
    clock,
    defaults: { challenge_ttl: clearanceSeconds },
    installation: { servesTls },
    migrations,
  });
  const holds = new ZoneHoldService(database, changes, clock);
  return {
    name: 'platform',
    routes: [
      ...accountRoutes(accounts, accountLists),
      ...zoneRoutes(zones, zoneLists, accountLists, zoneSettings),
      ...urlNormalizationRoutes(
        new UrlNormalizationService(database, changes),
        findIn('zone-setting:read'),
      ),
      ...zoneSettingRoutes(zoneSettings, findIn('zone-setting:read')),
      ...subscriptionRoutes(new SubscriptionService({ database, changes, zones }), zoneSettings),
      ...zoneHoldRoutes(holds, findIn('zone:read'), clock),
      ...userRoutes(users, accountLists),
      ...tokenRoutes({ tokens, lists: tokenLists, verifier, clock }),
      ...sessionRoutes(sessions),
      ...auditRoutes(new AuditReadModel(database)),
      ...auditLogRoutes(new AuditLogReadModel(database)),
    ],
    jobs: [
      {
        name: 'token-last-used',
        everyMs: LAST_USED_EVERY_MS,
        runsOn: 'node',
        timeoutMs: 10_000,
        run: () => verifier.saveLastUsed(),
      },
      {
        name: 'session-trim',
        everyMs: SESSION_TRIM_EVERY_MS,
        runsOn: 'cluster',
        timeoutMs: 60_000,
        run: () => sessions.removeEnded(),
      },
      certificateExpiryJob({ ...options, alerts, zones: zoneLists }),
      tokenExpiryJob({ database, clock, alerts, tokens: new TokenExpiryReadModel(database) }),
    ],
    queues: [],
    bootstrap: platformBootstrap({ database, accounts, zones, tokens }),
    sections: [zoneSnapshot(database)],
    onChanges(events) {
      if (
        events.some(({ resource }) => ['token', 'session', 'account', 'user'].includes(resource))
      ) {
        verifier.forget();
      }
      if (events.some(({ resource }) => ['zone', 'account'].includes(resource))) {
        zoneCache.forget();
      }
    },
    verifier,
    zones: {
      find: (id) => zoneCache.getCurrent(id),
      listAccounts: (ids, within) => zoneLists.listAccounts(ids, within),
      plansOf: (accountId) => zoneLists.plansOf(accountId),
      listNames: () => zoneLists.listNames(),
      namesOf: (accountId) => zoneLists.namesOf(accountId),
      existing: (ids) => zoneLists.existing(ids),
    },
    accounts: accountLists,
    tokens: tokenLists,
    zoneSettings: new ZoneSettingReadModel(database),
    prepareInstallation: (admin, keep) =>
      prepareInstallation({ database, accounts, tokens, changes, clock, keep }, admin),
    flush: () => verifier.saveLastUsed(),
  };
}
