import { ReadOnly } from '../http/common-schema.ts';
import { Type } from '../kernel/schema.ts';
import { toMicrosecondText } from '../kernel/timestamp.ts';
import type { StoredDocument } from './document-store.ts';

/** Members that the server adds to a document. Clients may send them back in a body. */
export const addedReadOnly = { id: ReadOnly, created_on: ReadOnly, modified_on: ReadOnly };

/** The same members in a response. */
export const addedResponse = {
  id: Type.String(),
  created_on: Type.String(),
  modified_on: Type.String(),
};

export function addedMembers({ id, createdAt, modifiedAt }: Omit<StoredDocument, 'document'>) {
  return {
    id,
    created_on: toMicrosecondText(createdAt),
    modified_on: toMicrosecondText(modifiedAt),
  };
}
