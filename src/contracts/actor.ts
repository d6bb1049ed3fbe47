/** Who made a change, as stored in the audit log. */
export interface Actor {
  readonly type: 'user' | 'token' | 'system';
  /** Id of the user or token; the empty string for the system itself. */
  readonly id: string;
  readonly email: string | null;
  readonly ip: string | null;
  /** Left out if the change was not made through the API. */
  readonly call?: ApiCall;
}

/** The call of the API that made a change. */
export interface ApiCall {
  /** As in the header `X-Request-Id` of its response. */
  readonly requestId: string;
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** Only calls that succeed make changes, so it is known beforehand. */
  readonly status: number;
}

export const systemActor: Actor = { type: 'system', id: '', email: null, ip: null };
