import { ReadOnly } from '../../../http/common-schema.ts';
import { Type } from '../../../kernel/schema.ts';
import { toMicrosecondText } from '../../../kernel/timestamp.ts';
import { type TokenConfiguration, visibleKey } from './token-configuration-model.ts';

export const UUID_PATTERN = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

const Text = (maxLength: number) => Type.String({ minLength: 1, maxLength });
/** A number in base64url: 4096 bits are 683 characters. */
const Base64 = Type.Optional(Text(1024));

const rsaAlgorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'];
const algorithms = [...rsaAlgorithms, 'ES256', 'ES384', 'HS256', 'HS384', 'HS512'];

const keyMembers = {
  kty: Type.Enum(['RSA', 'EC', 'oct']),
  alg: Type.Enum(algorithms),
  kid: Text(256),
  crv: Type.Optional(Type.Enum(['P-256', 'P-384'])),
  n: Base64,
  e: Base64,
  x: Base64,
  y: Base64,
};

/** The example of RFC 7517, appendix A.1. */
const exampleKey = {
  kty: 'EC',
  crv: 'P-256',
  x: 'MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4',
  y: '4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM',
  alg: 'ES256',
  kid: '1',
};

export const CredentialsBody = Type.Object({
  keys: Type.Array(Type.Object({ ...keyMembers, k: Base64 }), {
    minItems: 1,
    maxItems: 20,
    examples: [[exampleKey]],
  }),
});

export const CredentialsResponse = Type.Object({ keys: Type.Array(Type.Object(keyMembers)) });

const members = {
  title: Type.String({ minLength: 1, maxLength: 100, examples: ['Accounts'] }),
  token_type: Type.Enum(['JWT']),
  token_sources: Type.Array(Text(512), {
    minItems: 1,
    maxItems: 10,
    examples: [['http.request.headers["authorization"][0]']],
  }),
};

export const TokenConfigurationBody = Type.Object({
  ...members,
  description: Type.Optional(Type.String({ maxLength: 500 })),
  credentials: CredentialsBody,
  id: ReadOnly,
  created_at: ReadOnly,
  last_updated: ReadOnly,
});

export const TokenConfigurationResponse = Type.Object({
  id: Type.String(),
  ...members,
  description: Type.String(),
  credentials: CredentialsResponse,
  created_at: Type.String(),
  last_updated: Type.String(),
});

export function tokenConfigurationResponse(configuration: TokenConfiguration) {
  const { id, createdAt, modifiedAt, document } = configuration;
  return {
    id,
    ...document,
    description: document.description ?? '',
    credentials: credentialsResponse(configuration),
    created_at: toMicrosecondText(createdAt),
    last_updated: toMicrosecondText(modifiedAt),
  };
}

export function credentialsResponse({ document }: TokenConfiguration) {
  return { keys: document.credentials.keys.map(visibleKey) };
}
