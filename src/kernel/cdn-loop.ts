/** Edges on the way of a request, RFC 8586. */
export const LOOP_HEADER = 'cdn-loop';
export const LOOP_TOKEN = 'palisade';

/** A request may pass through several edges, one behind the other. */
export const MAX_PASSES = 4;

/** Headers with which no edge serves a request. */
export const servedByNoEdge: Readonly<Record<string, string>> = {
  [LOOP_HEADER]: Array.from({ length: MAX_PASSES }, () => LOOP_TOKEN).join(', '),
};
