/** The usual maximum of servers, and more pairs than real forms have. Longer bodies are an attempt to exhaust the processor. */
export const MAX_PAIRS = 1000;
