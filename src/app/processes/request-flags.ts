/**
 * Flags of processes that answer many requests. The objects of a request live for a moment, and die in the young generation. V8
 * must not guess that some of them will live long: objects that it allocates in the old generation at once keep whole finished
 * requests alive, and a third of the time goes into collecting them.
 *
 * A request passes many small functions. V8 may compile more of them into their callers than it does by default, where a process
 * runs many programs for a short time each.
 */
export const REQUEST_FLAGS = [
  '--no-allocation-site-pretenuring',
  '--max-inlined-bytecode-size=1000',
  '--max-inlined-bytecode-size-cumulative=3000',
];
