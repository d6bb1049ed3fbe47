import { type AlertOf, alertId } from '../../../contracts/alert.ts';
import type { ScheduledJob } from '../../../contracts/job.ts';
import type { ExpiringToken, TokenExpiryReadModel } from '../tokens/token-expiry-read-model.ts';
import { type ExpiryAlertsOptions, recordOnce } from './expiry-alerts.ts';
import { dueWarning, firstWarningMs, warningDays } from './expiry-model.ts';

export interface TokenExpiryOptions extends ExpiryAlertsOptions {
  readonly tokens: TokenExpiryReadModel;
}

export function tokenExpiryJob(options: TokenExpiryOptions): ScheduledJob {
  return {
    name: 'token-expiry',
    everyMs: 3_600_000,
    runsOn: 'cluster',
    timeoutMs: 60_000,
    async run() {
      const now = options.clock.now();
      const until = now + firstWarningMs(warningDays.token);
      const tokens = await options.tokens.expiring(now, until);
      await recordOnce(
        options,
        tokens.flatMap((token) => alertsAbout(token, now)),
      );
    },
  };
}

/** One for each account that the token has rights in. */
function alertsAbout(token: ExpiringToken, now: number): AlertOf<'token_expiring'>[] {
  const { id: tokenId, name: tokenName, expiresAt } = token;
  const days = dueWarning(expiresAt, now, warningDays.token);
  if (days === undefined) return [];
  return token.accountIds.map((accountId) => ({
    kind: 'token_expiring',
    version: 1,
    id: alertId('token_expiring', tokenId, expiresAt, accountId, days),
    accountId,
    zoneId: null,
    at: now,
    tokenId,
    tokenName,
    expiresAt,
  }));
}
