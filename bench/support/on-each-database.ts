import { makeTemplates } from '../../test/support/database-templates.ts';
import { type DatabaseKind, databaseKinds } from '../../test/support/databases.ts';
import { postgresServer } from '../../test/support/postgres-server.ts';
import type { Figure } from './benchmark.ts';

/** Measures on SQLite and on a separate PostgreSQL. `BENCH_DATABASE` selects one of them. */
export async function onEachDatabase(
  measure: (kind: DatabaseKind) => Promise<readonly Figure[]>,
): Promise<Figure[]> {
  const wanted = process.env['BENCH_DATABASE'];
  const server = await postgresServer();
  process.env['PALISADE_TEST_POSTGRES'] = server.url;
  const templates = await makeTemplates(server.url);
  const figures: Figure[] = [];
  try {
    for (const kind of databaseKinds) {
      if (!wanted || wanted === kind.name) figures.push(...(await measure(kind)));
    }
    return figures;
  } finally {
    templates.remove();
    await server.remove();
  }
}
