import { limits } from '../../../catalogs/limits.ts';
import { isEmailAddress } from '../../../kernel/email-address.ts';
import { isHost, isHostHeader } from '../../../kernel/host-name.ts';
import { invalid } from '../load-balancing-errors.ts';
import { emailAddresses, originKey, originTarget } from './pool-model.ts';
import type { PoolDocument } from './pool-schema.ts';

const NAME = /^[-\w]+$/;

/** Throws if the document is invalid. */
export function checkPool(document: PoolDocument): void {
  const { name, latitude, longitude } = document;
  if (!NAME.test(name)) {
    throw invalid('/name', `"${name}" is not a pool name: use letters, digits, "-" and "_"`);
  }
  if ((typeof latitude === 'number') !== (typeof longitude === 'number')) {
    const missing = typeof latitude === 'number' ? 'longitude' : 'latitude';
    throw invalid(`/${missing}`, 'give both latitude and longitude, or neither');
  }
  if (document.monitor && document.monitor_group) {
    throw invalid('/monitor_group', 'a pool has a monitor or a monitor group, not both');
  }
  checkEmail(document.notification_email ?? '');
  checkOrigins(document.origins);
}

/** Accepts comma-separated addresses, or an empty text. */
export function checkEmail(list: string): void {
  const bad = emailAddresses(list).find((address) => !isEmailAddress(address));
  if (bad === undefined) return;
  throw invalid(
    '/notification_email',
    `"${bad}" is not an email address: write comma-separated addresses, or an empty text for none`,
  );
}

type Origin = PoolDocument['origins'][number];

function checkOrigins(origins: readonly Origin[]): void {
  const max = limits.originsPerPool;
  if (origins.length === 0 || origins.length > max) {
    throw invalid(
      '/origins',
      `origin list length out of range: a pool has 1 to ${max} origins, not ${origins.length}`,
    );
  }
  const known = new Set<string>();
  origins.forEach((origin, n) => {
    const pointer = `/origins/${n}`;
    checkOrigin(origin, pointer);
    const key = originKey({ ...origin, port: originTarget(origin).port });
    if (known.has(key)) {
      throw invalid(
        pointer,
        `origin "${origin.name}" with this address and port is in the list twice`,
      );
    }
    known.add(key);
  });
}

function checkOrigin({ address, weight = 1, header }: Origin, pointer: string): void {
  if (!isHost(address)) {
    throw invalid(
      `${pointer}/address`,
      `"${address}" is not an IP address or host name: write only the host; "scheme" and "port" are members of their own`,
    );
  }
  if (Math.abs(weight * 100 - Math.round(weight * 100)) > 1e-9) {
    throw invalid(`${pointer}/weight`, 'weights are from 0 to 1 in steps of 0.01');
  }
  const host = header?.Host?.[0];
  if (host !== undefined && !isHostHeader(host)) {
    const hostPointer = `${pointer}/header/Host/0`;
    throw invalid(hostPointer, `host header not allowed for origin: "${host}" is not a host name`);
  }
}
