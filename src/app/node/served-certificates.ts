import type { ServedCertificate } from '../../areas/platform/expiries/certificate-names.ts';
import { Certificates } from '../../edge/certificates.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Settings } from '../settings/settings.ts';

const ignore = () => {};

/**
 * Reads the certificates that the edge of this node serves. Unusable files are ignored here, because edge processes
 * report them.
 */
export function servedCertificates(
  { roles, edgeTlsDir, edgeTlsListen }: Pick<Settings, 'roles' | 'edgeTlsDir' | 'edgeTlsListen'>,
  clock: Clock,
): () => Promise<readonly ServedCertificate[]> {
  if (!roles.has('edge') || !edgeTlsListen || edgeTlsDir === undefined) return async () => [];
  const reports = { onRefused: ignore, onRead: ignore, onExpiring: ignore };
  const certificates = new Certificates({ folder: edgeTlsDir, clock, ...reports });
  return async () => {
    await certificates.refresh();
    return certificates.expiries().map(({ name, fingerprint, at }) => ({
      name: name.replace(/^_\./, '*.'),
      fingerprint,
      expiresAt: at,
    }));
  };
}
