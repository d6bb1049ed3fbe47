import { ReadOnly } from '../../../http/common-schema.ts';
import { Type } from '../../../kernel/schema.ts';
import { addedMembers, addedReadOnly, addedResponse } from '../../../resources/resource-schema.ts';
import type { HostnameRecord } from './hostname-model.ts';

const fixedMembers = {
  name: Type.String({ minLength: 1, maxLength: 255, examples: ['rpc.shop.test'] }),
  target: Type.Enum(['ethereum', 'ipfs', 'ipfs_universal_path'], { examples: ['ethereum'] }),
};

const editableMembers = {
  description: Type.Optional(Type.String({ maxLength: 500 })),
  dnslink: Type.Optional(Type.String({ maxLength: 2_048 })),
};

const accessMember = Type.Enum(['keys', 'open'], {
  'x-keeps-value': true,
  description:
    'Whether calls need an access key. Without this member they do not. The first access key sets it to keys, which stays until it is set to open',
});

export const HostnameBody = Type.Object({
  ...fixedMembers,
  ...editableMembers,
  access: Type.Optional(accessMember),
  ...addedReadOnly,
  status: ReadOnly,
});

export const HostnameResponse = Type.Object({
  ...addedResponse,
  ...fixedMembers,
  ...editableMembers,
  access: Type.Optional(accessMember),
  status: Type.Enum(['active', 'pending', 'deleting', 'error']),
});

export function hostnameResponse(record: HostnameRecord) {
  return { ...addedMembers(record), ...record.document, status: 'active' };
}
