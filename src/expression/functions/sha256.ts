import { hash } from 'node:crypto';
import type { FunctionDefinition } from '../function-definition.ts';
import { STRING } from '../value-type.ts';
import { TRANSFORM_PHASES } from './function-phases.ts';

/** `encode_base64(sha256(http.cookie))` */
export const sha256: FunctionDefinition = {
  name: 'sha256',
  description: 'The SHA-256 digest, 32 bytes.',
  parameters: [{ name: 'value', types: ['String'], kind: 'either' }],
  result: () => STRING,
  phases: TRANSFORM_PHASES,
  prepare: () => (value: string) =>
    hash('sha256', Buffer.from(value, 'latin1'), 'buffer').toString('latin1'),
};
