import { parseJson } from '../../../kernel/json.ts';

/** Longest payload that the pattern matches; after a longer one the signature is not visible. */
const CUT_PAYLOAD = 1000;

/** RFC 7519 in the compact form of RFC 7515: a header object with `alg`, a payload, a signature. */
export function jwt(candidate: string): boolean {
  const [header = '', payload = '', signature = ''] = candidate.split('.');
  if (signature.length < 16 && payload.length < CUT_PAYLOAD) return false;
  const decoded = parseJson(Buffer.from(header, 'base64url').toString());
  return (
    decoded.ok &&
    typeof decoded.value === 'object' &&
    decoded.value !== null &&
    'alg' in decoded.value &&
    typeof decoded.value.alg === 'string'
  );
}
