type Kind = 'edge' | 'gateway' | 'shipping';

/** Flags of V8 by kind of process, each with its reason. */
const table: Readonly<Record<string, readonly Kind[]>> = {
  // The objects of a request die young. V8 would predict that some live long and allocate them in the old generation,
  // where they keep finished requests alive: collecting them took a third of the processor time.
  '--no-allocation-site-pretenuring': ['edge', 'gateway'],
  // A request passes through many small functions, so more of them are inlined than by default.
  '--max-inlined-bytecode-size=1000': ['edge', 'gateway'],
  '--max-inlined-bytecode-size-cumulative=3000': ['edge', 'gateway'],
  // A larger young generation means longer pauses while many zones are compiled: their objects survive and have to be copied.
  '--max-semi-space-size=8': ['edge', 'shipping'],
  // Threads that wait for a core prolong the pause of a young collection.
  '--no-parallel-scavenge': ['edge'],
  // Each thread that marks the old generation takes time slices from requests on the same core.
  '--concurrent-marking-max-worker-num=2': ['edge'],
  // Rebuilding many zones replaces most of the heap. V8 would let the heap grow to several times its live size before it collects.
  '--heap-growing-percent=70': ['edge'],
  // Compiled zones are replaced as a whole: compaction of the old generation would pause traffic and gain little.
  '--no-compact': ['edge'],
  // Higher thresholds keep an idle process from loading the optimising compilers (6 MB) for functions that only its
  // start calls often.
  '--invocation-count-for-maglev=4000': ['gateway', 'shipping'],
  '--invocation-count-for-maglev-osr=4000': ['gateway', 'shipping'],
  '--invocation-count-for-turbofan=30000': ['gateway', 'shipping'],
  '--invocation-count-for-osr=20000': ['gateway', 'shipping'],
  // A process collects the garbage of its start once, before it serves, which frees 5 MB.
  '--expose-gc': ['edge', 'gateway', 'shipping'],
};

const flagsOf = (kind: Kind): readonly string[] =>
  Object.keys(table).filter((flag) => table[flag]?.includes(kind));

export const v8Flags: Readonly<Record<Kind, readonly string[]>> = {
  edge: flagsOf('edge'),
  gateway: flagsOf('gateway'),
  shipping: flagsOf('shipping'),
};
