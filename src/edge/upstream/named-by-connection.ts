const NONE: ReadonlySet<string> = new Set();

/** Further headers that a `Connection` header declares to be of that kind. */
export function namedByConnection(connection: string | undefined): ReadonlySet<string> {
  // What nearly every client sends names nothing.
  if (!connection || connection === 'keep-alive' || connection === 'close') return NONE;
  return new Set(
    connection
      .toLowerCase()
      .split(',', 32)
      .map((name) => name.trim()),
  );
}
