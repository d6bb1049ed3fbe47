import { both, type FieldEntry, type FieldTypeText, unfilled } from './field-entry.ts';

const claims = [
  ['aud', 'String', 'audience'],
  ['iss', 'String', 'issuer'],
  ['jti', 'String', 'id'],
  ['sub', 'String', 'subject'],
  ['iat.sec', 'Int', 'time of issue, seconds since 1970'],
  ['nbf.sec', 'Int', 'begin of validity, seconds since 1970'],
] as const;

const claim = (name: string, type: FieldTypeText, description: string) =>
  unfilled(both(`http.request.jwt.claims.${name}`, type, description));

/** Claims of JSON Web Tokens by id of a token configuration. Zones have none here. */
export const tokenFields: readonly FieldEntry[] = claims.flatMap(([name, type, what]) => [
  claim(name, `Map<Array<${type}>>`, `Claims by token configuration: ${what}`),
  claim(`${name}.names`, 'Array<String>', 'The token configurations with this claim'),
  claim(`${name}.values`, `Array<${type}>`, `The claims: ${what}`),
]);
