const NONE: ReadonlySet<string> = new Set();

/** Further hop-by-hop headers that a `Connection` header names. */
export function namedByConnection(connection: string | undefined): ReadonlySet<string> {
  // The fast path for values that nearly all clients send.
  if (!connection || connection === 'keep-alive' || connection === 'close') return NONE;
  return new Set(
    connection
      .toLowerCase()
      .split(',')
      .map((name) => name.trim()),
  );
}
