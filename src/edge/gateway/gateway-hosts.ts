import type {
  GatewayHostSnapshot,
  GatewaySection,
} from '../../contracts/snapshot/gateway-section.ts';

/** Hosts of a zone whose requests go to the gateway, by name. */
export type GatewayHosts = ReadonlyMap<string, GatewayHostSnapshot>;

/** Undefined if the zone has no gateway hosts. */
export function compileGatewayHosts(section: GatewaySection | undefined): GatewayHosts | undefined {
  return section && new Map(section.hosts.map((host) => [host.name, host]));
}
