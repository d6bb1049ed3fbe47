export const noteDecisions = ['pending', 'approved', 'rejected'] as const;
export type NoteDecision = (typeof noteDecisions)[number];

/** A note of a person on an item: evidence for PCI DSS 4.0.1, requirements 6.4.3 and 11.6.1. */
export interface ItemNote {
  readonly itemId: string;
  readonly zoneId: string;
  /** The person or team that is responsible for the item. */
  readonly owner: string;
  /** Why the page needs the item. */
  readonly justification: string;
  readonly decision: NoteDecision;
  /** Who approved or rejected the item, and when. */
  readonly decidedBy: string | undefined;
  readonly decidedAt: number | undefined;
  /** Hash of the script at the time of the decision, which applies only to that content. */
  readonly decidedHash: string | undefined;
  readonly updatedBy: string;
  readonly updatedAt: number;
}

/** Absent members keep their values. */
export interface NoteChange {
  readonly owner?: string | undefined;
  readonly justification?: string | undefined;
  readonly decision?: NoteDecision | undefined;
}

export function changedNote(
  before: ItemNote | undefined,
  key: Pick<ItemNote, 'itemId' | 'zoneId'>,
  change: NoteChange,
  by: string,
  now: number,
  hash: string | undefined,
): ItemNote {
  const decision = change.decision ?? before?.decision ?? 'pending';
  const isDecided = change.decision !== undefined && change.decision !== 'pending';
  const kept = decision === 'pending' ? undefined : before;
  return {
    ...key,
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
