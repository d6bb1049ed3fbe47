import { ApiError } from '../../../http/api-error.ts';
import { isHostName, isHostOf, normalHost } from '../../../kernel/host-name.ts';
import type { ZoneScope } from '../../../resources/scope.ts';
import { invalid } from '../rpc-gateway-errors.ts';
import type { HostnameDocument } from './hostname-model.ts';

/** Throws if the target of a hostname is not supported, or its name is not in the zone. */
export function checkHostname({ name, target }: HostnameDocument, zone: ZoneScope): void {
  if (target !== 'ethereum')
    throw new ApiError('web3TargetNotServed', { target }, { pointer: '/target' });
  if (isHostOf(normalHost(name), zone.name) && isHostName(name)) return;
  throw invalid(
    '/name',
    `"${name}" is not a host of this zone: use ${zone.name} or a name below it, such as rpc.${zone.name}`,
  );
}

/** Throws if the name or the target would change. Clients rely on them. */
export function checkFixed(before: HostnameDocument, after: HostnameDocument): void {
  for (const member of ['name', 'target'] as const) {
    if (after[member] === before[member]) continue;
    const problem = `"${member}" cannot be changed from "${before[member]}": delete the hostname and create another one`;
    throw invalid(`/${member}`, problem);
  }
}
