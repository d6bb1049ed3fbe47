import { both, type FieldEntry, request, unfilled } from './field-entry.ts';

/** Fields of the connection, of the zone, and of the results of detections. */
export const platformFields = [
  both('ssl', 'Bool', 'True over TLS'),
  both('cf.edge.server_ip', 'IP', 'Address the client connected to'),
  both('cf.edge.server_port', 'Int', 'Port the client connected to'),
  unfilled(both('cf.threat_score', 'Int', 'Reputation of the address, 0 (good) to 100')),
  unfilled(both('cf.client.bot', 'Bool', 'True for known good bots')),
  unfilled(
    both('cf.tls_client_auth.cert_presented', 'Bool', 'True when a client certificate was sent'),
  ),
  unfilled(
    both('cf.tls_client_auth.cert_revoked', 'Bool', 'True when that certificate is revoked'),
  ),
  unfilled(both('cf.tls_client_auth.cert_verified', 'Bool', 'True when that certificate is valid')),
  both('cf.zone.name', 'String', 'Name of the zone'),
  both('cf.zone.plan', 'String', 'Plan of the zone, such as ENT'),
  both('cf.ray_id', 'String', 'Id of the request'),
  both('cf.random_seed', 'String', '16 random bytes, new for every request'),
  unfilled(both('cf.worker.upstream_zone', 'String', 'Zone of the worker that made the request')),
  unfilled(both('cf.hostname.metadata', 'String', 'Metadata of a custom host name, JSON')),
  unfilled(request('cf.waf.score', 'Int', 'Attack score, 1 (attack) to 99 (clean)')),
  unfilled(request('cf.waf.score.sqli', 'Int', 'Attack score for SQL injection')),
  unfilled(request('cf.waf.score.xss', 'Int', 'Attack score for cross-site scripting')),
  unfilled(request('cf.waf.score.rce', 'Int', 'Attack score for remote code execution')),
  unfilled(request('cf.waf.score.class', 'String', 'attack, likely_attack, likely_clean or clean')),
  unfilled(request('cf.waf.auth_detected', 'Bool', 'True when the request carries credentials')),
  unfilled(
    request('cf.waf.credential_check.password_leaked', 'Bool', 'The password is known leaked'),
  ),
  unfilled(
    request('cf.waf.credential_check.username_leaked', 'Bool', 'The user name is known leaked'),
  ),
  unfilled(
    request(
      'cf.waf.credential_check.username_and_password_leaked',
      'Bool',
      'The pair of user name and password is known leaked',
    ),
  ),
  unfilled(
    request(
      'cf.waf.credential_check.username_password_similar',
      'Bool',
      'A leaked pair resembles this one',
    ),
  ),
  unfilled(request('cf.bot_management.score', 'Int', 'Bot score, 1 (bot) to 99 (human)')),
  unfilled(request('cf.bot_management.verified_bot', 'Bool', 'True for verified bots')),
  unfilled(request('cf.bot_management.ja3_hash', 'String', 'JA3 fingerprint of the TLS client')),
  unfilled(request('cf.bot_management.ja4', 'String', 'JA4 fingerprint of the TLS client')),
  unfilled(request('cf.bot_management.detection_ids', 'Array<Int>', 'Detections that fired')),
] as const satisfies readonly FieldEntry[];
