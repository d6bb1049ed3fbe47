import { Type } from '../../../kernel/schema.ts';
import { toMicrosecondText } from '../../../kernel/timestamp.ts';
import type { AccessKey } from './access-key-model.ts';

const Name = Type.String({ minLength: 1, maxLength: 100, examples: ['wallet'] });

export const AccessKeyBody = Type.Object({ name: Name });

const members = { id: Type.String(), name: Name, created_on: Type.String() };

export const AccessKeyResponse = Type.Object(members);

/** Only this response contains the key. */
export const NewAccessKeyResponse = Type.Object({ ...members, value: Type.String() });

export function accessKeyResponse({ id, name, createdAt }: AccessKey) {
  return { id, name, created_on: toMicrosecondText(createdAt) };
}
