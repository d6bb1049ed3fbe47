export const noteDecisions = ['pending', 'approved', 'rejected'] as const;
export type NoteDecision = (typeof noteDecisions)[number];

/** What people say about an item: evidence for PCI DSS 4.0.1, requirements 6.4.3 and 11.6.1. */
export interface ItemNote {
  readonly itemId: string;
  readonly zoneId: string;
  /** Who answers for it. */
  readonly owner: string;
  /** Why the page needs it. */
  readonly justification: string;
  readonly decision: NoteDecision;
  /** Who approved or rejected it, and when. */
  readonly decidedBy: string | undefined;
  readonly decidedAt: number | undefined;
  /** The content of a script when that was said: a decision is about what was there. */
  readonly decidedHash: string | undefined;
  readonly updatedBy: string;
  readonly updatedAt: number;
}

/** Absent members keep their value. */
export interface NoteChange {
  readonly owner?: string | undefined;
  readonly justification?: string | undefined;
  readonly decision?: NoteDecision | undefined;
}

export function changedNote(
  before: ItemNote | undefined,
  place: Pick<ItemNote, 'itemId' | 'zoneId'>,
  change: NoteChange,
  by: string,
  now: number,
  hash: string | undefined,
): ItemNote {
  const decision = change.decision ?? before?.decision ?? 'pending';
  const isDecided = change.decision !== undefined && change.decision !== 'pending';
  const kept = decision === 'pending' ? undefined : before;
  return {
    ...place,
    owner: change.owner ?? before?.owner ?? '',
    justification: change.justification ?? before?.justification ?? '',
    decision,
    decidedBy: isDecided ? by : kept?.decidedBy,
    decidedAt: isDecided ? now : kept?.decidedAt,
    decidedHash: isDecided ? hash : kept?.decidedHash,
    updatedBy: by,
    updatedAt: now,
  };
}
