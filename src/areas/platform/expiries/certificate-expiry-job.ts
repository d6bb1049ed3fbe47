import { type AlertOf, alertId } from '../../../contracts/alert.ts';
import type { ScheduledJob } from '../../../contracts/job.ts';
import type { ZoneDirectory } from '../zones/zone-read-model.ts';
import { type ServedCertificate, servesZone } from './certificate-names.ts';
import { type ExpiryAlertsOptions, recordOnce } from './expiry-alerts.ts';
import { dueWarning, firstWarningMs, warningDays } from './expiry-model.ts';

export interface CertificateExpiryOptions extends ExpiryAlertsOptions {
  /** The certificates of this node. */
  certificates(): Promise<readonly ServedCertificate[]>;
  readonly zones: Pick<ZoneDirectory, 'listNames'>;
}

/** Nodes may have different certificates, so each looks at its own. */
export function certificateExpiryJob(options: CertificateExpiryOptions): ScheduledJob {
  return {
    name: 'certificate-expiry',
    everyMs: 3_600_000,
    runsOn: 'node',
    timeoutMs: 60_000,
    async run() {
      const soon = options.clock.now() + firstWarningMs(warningDays.certificate);
      const all = await options.certificates();
      const expiring = all.filter(({ expiresAt }) => expiresAt <= soon);
      if (expiring.length === 0) return;
      await recordOnce(options, await alertsAbout(options, expiring));
    },
  };
}

async function alertsAbout(
  { zones, clock }: CertificateExpiryOptions,
  certificates: readonly ServedCertificate[],
): Promise<AlertOf<'certificate_expiring'>[]> {
  const now = clock.now();
  const known = await zones.listNames();
  const alerts = new Map<string, AlertOf<'certificate_expiring'>>();
  for (const certificate of certificates) {
    const { fingerprint, expiresAt, name } = certificate;
    const days = dueWarning(expiresAt, now, warningDays.certificate);
    if (days === undefined) continue;
    for (const zone of known.filter(servesZone(name, known))) {
      const id = alertId('certificate_expiring', fingerprint, zone.id, days);
      // The same certificate may be there under several names.
      const names = [...(alerts.get(id)?.names ?? []), name];
      const { accountId, id: zoneId } = zone;
      const common = { kind: 'certificate_expiring', version: 1, id, accountId, zoneId } as const;
      alerts.set(id, { ...common, at: now, names, expiresAt });
    }
  }
  return [...alerts.values()];
}
