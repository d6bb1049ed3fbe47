import type { FunctionDefinition } from '../function-definition.ts';
import { STRING } from '../value-type.ts';
import { CUSTOM_AND_RATE_LIMIT_PHASES, TRANSFORM_PHASES } from './function-phases.ts';

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** `decode_base64(http.request.headers["x-token"][0]) contains "admin"` */
export const decodeBase64: FunctionDefinition = {
  name: 'decode_base64',
  description: 'The decoded bytes; missing when the string is not Base64.',
  parameters: [{ name: 'source', types: ['String'], kind: 'field' }],
  result: () => STRING,
  phases: [...TRANSFORM_PHASES, ...CUSTOM_AND_RATE_LIMIT_PHASES],
  prepare: () => (source: string) =>
    BASE64.test(source) ? Buffer.from(source, 'base64').toString('latin1') : undefined,
};
