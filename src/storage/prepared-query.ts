import type { Compilable, CompiledQuery, Kysely } from 'kysely';

/**
 * A query whose SQL is compiled once per database instead of at every call, for the few reads that
 * almost every request makes. `build` uses any text as a placeholder for each parameter. A call passes the
 * parameters in the order of their placeholders.
 */
export function prepareQuery<Tables, Row>(build: (db: Kysely<Tables>) => Compilable<Row>) {
  // A transaction shares the adapter of the database it runs on.
  const compiled = new WeakMap<object, CompiledQuery<Row>>();
  return async (db: Kysely<Tables>, ...parameters: readonly string[]): Promise<Row[]> => {
    const { adapter } = db.getExecutor();
    let query = compiled.get(adapter);
    if (!query) {
      query = build(db).compile();
      compiled.set(adapter, query);
    }
    const { rows } = await db.executeQuery<Row>({ ...query, parameters });
    return rows;
  };
}
