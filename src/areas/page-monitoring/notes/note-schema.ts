import { orDefault, Resettable } from '../../../http/common-schema.ts';
import { type Static, Type } from '../../../kernel/schema.ts';
import { toMicrosecondText } from '../../../kernel/timestamp.ts';
import { type ItemNote, type NoteChange, noteDecisions } from './note-model.ts';

const Text = Type.String();
const NullableText = Type.Union([Text, Type.Null()]);

export const NoteBody = Type.Object({
  owner: Resettable(Type.String({ maxLength: 200, examples: ['Shop team'] })),
  justification: Resettable(Type.String({ maxLength: 2000 })),
  decision: Resettable(Type.Enum([...noteDecisions])),
  /** Hash of the content that was reviewed. The call is refused if the script has changed in the meantime. */
  hash: Type.Optional(Type.String({ maxLength: 64 })),
});

export function toNoteChange(body: Static<typeof NoteBody>): NoteChange {
  return {
    owner: orDefault(body.owner, ''),
    justification: orDefault(body.justification, ''),
    decision: orDefault(body.decision, 'pending'),
  };
}

const members = {
  owner: Text,
  justification: Text,
  decision: Text,
  decided_by: NullableText,
  decided_at: NullableText,
  decided_hash: NullableText,
  has_changed: Type.Boolean(),
  updated_by: NullableText,
  updated_at: NullableText,
};

export const NoteResponse = Type.Object(members);

/** The current content of a script. Not available for other items, nor on plans without this feature. */
export interface Content {
  readonly hash: string | undefined;
}

/** Also for items without a note. `has_changed` means that the content has changed after the decision. */
export function noteResponse(note: ItemNote | undefined, content: Content | undefined) {
  return {
    owner: note?.owner ?? '',
    justification: note?.justification ?? '',
    decision: note?.decision ?? 'pending',
    decided_by: note?.decidedBy ?? null,
    decided_at: note?.decidedAt === undefined ? null : toMicrosecondText(note.decidedAt),
    decided_hash: (content && note?.decidedHash) ?? null,
    has_changed:
      content !== undefined && note?.decidedAt !== undefined && content.hash !== note.decidedHash,
    updated_by: note?.updatedBy ?? null,
    updated_at: note ? toMicrosecondText(note.updatedAt) : null,
  };
}
