import type { FunctionDefinition } from '../function-definition.ts';
import { BOOL } from '../value-type.ts';

/** `is_jwt_valid("00170473-ec24-410e-968a-9905cf0a7d03")` refers to a token configuration of the zone. */
const ofConfiguration = (name: string, description: string): FunctionDefinition => ({
  name,
  description,
  parameters: [{ name: 'configuration', types: ['String'], kind: 'literal' }],
  result: () => BOOL,
  needsContext: true,
  prepare: () => () => undefined,
});

export const isJwtPresent = ofConfiguration(
  'is_jwt_present',
  'True when the request carries a well-formed token where the token configuration looks for it.',
);

export const isJwtValid = ofConfiguration(
  'is_jwt_valid',
  'True when that token is signed with a key of the configuration, and is within its validity period.',
);
