import { both, type FieldEntry, unfilled } from './field-entry.ts';

/** Fields of the encrypted connection. The edge does not request client certificates and does not store the handshake. */
export const tlsFields = [
  both('cf.tls_version', 'String', 'TLS version, such as TLSv1.3; empty without TLS'),
  both('cf.tls_cipher', 'String', 'Cipher of the connection; empty without TLS'),
  unfilled(both('cf.tls_ciphers_sha1', 'String', 'Fingerprint of the ciphers of the client')),
  unfilled(both('cf.tls_client_extensions_sha1', 'String', 'Fingerprint of its extensions')),
  unfilled(both('cf.tls_client_extensions_sha1_le', 'String', 'The same, little-endian')),
  unfilled(both('cf.tls_client_hello_length', 'Int', 'Bytes of the first TLS message')),
  unfilled(both('cf.tls_client_random', 'String', 'Random bytes of that message, Base64')),
  unfilled(
    both('cf.tls_client_auth.cert_presented', 'Bool', 'True when a client certificate was sent'),
  ),
  unfilled(both('cf.tls_client_auth.cert_verified', 'Bool', 'True when that certificate is valid')),
  unfilled(
    both('cf.tls_client_auth.cert_revoked', 'Bool', 'True when that certificate is revoked'),
  ),
  unfilled(both('cf.tls_client_auth.cert_issuer_dn', 'String', 'Distinguished name of the issuer')),
  unfilled(both('cf.tls_client_auth.cert_issuer_dn_legacy', 'String', 'The same, older format')),
  unfilled(both('cf.tls_client_auth.cert_issuer_dn_rfc2253', 'String', 'The same as in RFC 2253')),
  unfilled(
    both(
      'cf.tls_client_auth.cert_issuer_serial',
      'String',
      'Serial number of the certificate of the issuer',
    ),
  ),
  unfilled(both('cf.tls_client_auth.cert_issuer_ski', 'String', 'Key identifier of the issuer')),
  unfilled(
    both('cf.tls_client_auth.cert_subject_dn', 'String', 'Distinguished name of the subject'),
  ),
  unfilled(both('cf.tls_client_auth.cert_subject_dn_legacy', 'String', 'The same, older format')),
  unfilled(both('cf.tls_client_auth.cert_subject_dn_rfc2253', 'String', 'The same as in RFC 2253')),
  unfilled(both('cf.tls_client_auth.cert_serial', 'String', 'Serial number')),
  unfilled(both('cf.tls_client_auth.cert_ski', 'String', 'Key identifier of the subject')),
  unfilled(both('cf.tls_client_auth.cert_fingerprint_sha1', 'String', 'SHA-1 fingerprint')),
  unfilled(both('cf.tls_client_auth.cert_fingerprint_sha256', 'String', 'SHA-256 fingerprint')),
  unfilled(both('cf.tls_client_auth.cert_not_before', 'String', 'Start of validity')),
  unfilled(both('cf.tls_client_auth.cert_not_after', 'String', 'End of validity')),
  unfilled(both('cf.tls_client_auth.cert_rfc9440', 'String', 'The certificate as in RFC 9440')),
  unfilled(
    both('cf.tls_client_auth.cert_rfc9440_too_large', 'Bool', 'True when it is too large for that'),
  ),
  unfilled(both('cf.tls_client_auth.cert_chain_rfc9440', 'String', 'The chain as in RFC 9440')),
  unfilled(
    both(
      'cf.tls_client_auth.cert_chain_rfc9440_too_large',
      'Bool',
      'True when it is too large for that',
    ),
  ),
] as const satisfies readonly FieldEntry[];
