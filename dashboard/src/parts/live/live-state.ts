import type { LiveRequest } from './live-request.ts';

export interface LiveState {
  readonly kind: 'connecting' | 'connected' | 'reconnecting' | 'refused';
  /** Why it was refused. */
  readonly error?: Error;
  /** The newest come first. */
  readonly requests: readonly LiveRequest[];
  /** All that arrived, also those that are no longer kept. */
  readonly arrived: number;
  /** How many the stream has left out, because there were too many. */
  readonly leftOut: number;
}

/** Older requests go, so that a page that is open for hours needs no more memory. */
export const MOST_KEPT = 500;
export interface LiveMessage {
  readonly requests: readonly LiveRequest[];
  readonly left_out: number;
}

export const noRequests: LiveState = {
  kind: 'connecting',
  requests: [],
  arrived: 0,
  leftOut: 0,
};

export function withMessage(
  state: LiveState,
  { requests, left_out: leftOut }: LiveMessage,
): LiveState {
  return {
    ...state,
    requests: [...requests.toReversed(), ...state.requests].slice(0, MOST_KEPT),
    arrived: state.arrived + requests.length,
    leftOut: state.leftOut + leftOut,
  };
}
