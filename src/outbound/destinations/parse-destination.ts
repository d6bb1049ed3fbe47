import { createHash } from 'node:crypto';
import type { DestinationAddress } from './destination.ts';
import { DATE_TOKEN } from './object-name.ts';
import { planDestination } from './plan-destination.ts';

/** Parses and checks a `destination_conf`. Throws a `DestinationError`. */
export function parseDestination(text: string): DestinationAddress {
  const { scheme, plan } = planDestination(text);
  const { kind, needsChallenge, maxBytes, form, maskedOptions } = plan;
  const masked = `${scheme}://${plan.maskedAddress ?? plan.address}`;
  return {
    kind,
    needsChallenge,
    maxBytes,
    form,
    address: `${scheme}://${plan.address}`,
    fingerprint: fingerprintOf(scheme, plan.address),
    masked: maskedOptions ? `${masked}?${maskedOptions}` : masked,
  };
}

/** A proof of ownership is valid for a folder, whatever `{DATE}` stands for. */
function fingerprintOf(scheme: string, address: string): string {
  const folder = address.replaceAll(DATE_TOKEN, '').split('/').filter(Boolean).join('/');
  return createHash('sha256').update(`${scheme}://${folder}`).digest('hex');
}
