import { isHeaderName } from '../../../kernel/host-name.ts';
import { invalid } from '../load-balancing-errors.ts';
import { affinityOf, affinityTtl } from './balancer-model.ts';
import type { BalancerOverrides } from './balancer-schema.ts';

/** Checks the session affinity. `base` is the JSON pointer to the object with these members. */
export function checkAffinity(steering: BalancerOverrides, base: string): void {
  checkTtl(steering, `${base}/session_affinity_ttl`);
  const affinity = affinityOf(steering);
  const at = `${base}/session_affinity_attributes`;
  if (affinity.sameSite === 'None' && affinity.secure === 'Never') {
    throw invalid(
      `${at}/secure`,
      'browsers refuse cookies with samesite None that are not secure: set "secure" to Auto or Always, or another "samesite"',
    );
  }
  if (affinity.kind !== 'header') return;
  if (affinity.zeroDowntimeFailover === 'sticky') {
    throw invalid(
      `${at}/zero_downtime_failover`,
      'sticky stores the new origin in a cookie, which header affinity does not have: use temporary or none',
    );
  }
  if (affinity.headers.length === 0) {
    throw invalid(`${at}/headers`, 'header affinity needs the names of 1 to 5 headers');
  }
  affinity.headers.forEach((name, n) => {
    if (!isHeaderName(name)) throw invalid(`${at}/headers/${n}`, `"${name}" is not a header name`);
  });
}

function checkTtl(steering: BalancerOverrides, pointer: string): void {
  const { session_affinity: kind, session_affinity_ttl: ttl } = steering;
  if (!ttl || !kind || kind === 'none') return;
  const { min, max } = affinityTtl[kind];
  if (ttl >= min && ttl <= max) return;
  throw invalid(pointer, `sessions by ${kind} last ${min} to ${max} seconds, not ${ttl}`);
}
