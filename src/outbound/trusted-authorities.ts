import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';

const contexts = new Map<string | undefined, SecureContext>();

/**
 * The certificate authorities of the system and `extraCa` (PEM). All connections share the context, because parsing all
 * certificates takes longer than a handshake.
 */
export function trustedAuthorities(extraCa: string | undefined): SecureContext {
  let context = contexts.get(extraCa);
  if (!context) {
    const ca = extraCa && [...getCACertificates('default'), extraCa];
    context = createSecureContext(ca ? { ca } : {});
    contexts.set(extraCa, context);
  }
  return context;
}
