/** Who made a change, as stored in the audit log. */
export interface Actor {
  readonly type: 'user' | 'token' | 'system';
  /** Id of the user or token; the empty string for the system itself. */
  readonly id: string;
  readonly email: string | null;
  readonly ip: string | null;
}

export const systemActor: Actor = { type: 'system', id: '', email: null, ip: null };
