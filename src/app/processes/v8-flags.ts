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

/**
 * Flags of processes that may have nothing to do. What runs often only while they start is not optimised, so that they do not load the
 * optimising compilers: 6 MB. What is done for calls or lines runs as often within some thousand of them. They give back the
 * memory that their start took: another 5 MB.
 */
export const IDLE_FLAGS = [
  '--expose-gc',
  '--invocation-count-for-maglev=4000',
  '--invocation-count-for-maglev-osr=4000',
  '--invocation-count-for-turbofan=30000',
  '--invocation-count-for-osr=20000',
];
