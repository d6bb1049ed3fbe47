import { both, type FieldEntry } from './field-entry.ts';

export const tokenClaims = [
  ['aud', 'String', 'audience'],
  ['iss', 'String', 'issuer'],
  ['jti', 'String', 'id'],
  ['sub', 'String', 'subject'],
  ['iat.sec', 'Int', 'time of issue, seconds since 1970'],
  ['nbf.sec', 'Int', 'start of validity, seconds since 1970'],
] as const;

export type TokenClaim = (typeof tokenClaims)[number][0];
export type TokenFieldName =
  `http.request.jwt.claims.${TokenClaim | `${TokenClaim}.names` | `${TokenClaim}.values`}`;
type TokenField = FieldEntry & { readonly name: TokenFieldName };

/** Claims of valid JSON Web Tokens by id of a token configuration. */
export const tokenFields: readonly TokenField[] = tokenClaims.flatMap(([name, type, what]) => {
  const whole = `http.request.jwt.claims.${name}` as const;
  return [
    both(whole, `Map<Array<${type}>>`, `Claims by token configuration: ${what}`),
    both(`${whole}.names`, 'Array<String>', 'The token configurations with this claim'),
    both(`${whole}.values`, `Array<${type}>`, `The claims: ${what}`),
  ];
});

const names = new Set<string>(tokenFields.map(({ name }) => name));

/** Whether a field or function has a value only in zones with a token configuration. */
export function isTokenName(name: string): boolean {
  return names.has(name) || name === 'is_jwt_present' || name === 'is_jwt_valid';
}
