import { both, type FieldEntry, unfilled } from './field-entry.ts';

/** Fields of the connection and of the zone. */
export const platformFields = [
  both('ssl', 'Bool', 'True over TLS'),
  both('cf.edge.server_ip', 'IP', 'Address the client connected to'),
  both('cf.edge.server_port', 'Int', 'Port the client connected to'),
  both('cf.edge.client_port', 'Int', 'Port of the client; missing behind a trusted proxy'),
  both('cf.edge.client_tcp', 'Bool', 'True over TCP'),
  unfilled(both('cf.edge.l4.delivery_rate', 'Int', 'Estimated bytes per second to the client')),
  unfilled(both('cf.colo.name', 'String', 'Code of the data centre')),
  unfilled(both('cf.colo.region', 'String', 'Region of the data centre')),
  unfilled(both('cf.metal.id', 'String', 'Id of the server')),
  unfilled(both('cf.timings.client_tcp_rtt_msec', 'Int', 'Round-trip time to the client')),
  unfilled(both('cf.timings.client_quic_rtt_msec', 'Int', 'Round-trip time to the client, QUIC')),
  both('cf.zone.name', 'String', 'Name of the zone'),
  both('cf.zone.plan', 'String', 'Plan of the zone, such as ENT'),
  both('cf.ray_id', 'String', 'Id of the request'),
  both('cf.random_seed', 'String', '16 random bytes, new for every request'),
  unfilled(both('cf.worker.upstream_zone', 'String', 'Zone of the worker that made the request')),
  unfilled(both('cf.hostname.metadata', 'String', 'Metadata of a custom host name, JSON')),
] as const satisfies readonly FieldEntry[];
