/** Longest payload that the pattern takes; behind it the signature is out of sight. */
const CUT_PAYLOAD = 1000;

/** RFC 7519 in the compact form of RFC 7515: a header object with `alg`, a payload, a signature. */
export function jwt(candidate: string): boolean {
  const [header = '', payload = '', signature = ''] = candidate.split('.');
  if (signature.length < 16 && payload.length < CUT_PAYLOAD) return false;
  try {
    const decoded: unknown = JSON.parse(Buffer.from(header, 'base64url').toString());
    return (
      typeof decoded === 'object' &&
      decoded !== null &&
      'alg' in decoded &&
      typeof decoded.alg === 'string'
    );
  } catch {
    return false;
  }
}
