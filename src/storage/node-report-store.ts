import type { Clock } from '../kernel/clock.ts';
import type { CoreTables, NodeReportTable } from './core-tables.ts';
import type { Database } from './database.ts';

/** The last report of each running node. The database does not interpret reports. */
export class NodeReportStore {
  readonly #database: Database<CoreTables>;
  readonly #clock: Clock;

  constructor(database: Database<CoreTables>, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Stores the report of a node in place of its previous one. */
  async put(node: string, name: string, reportJson: string): Promise<void> {
    const reportedAt = this.#clock.now();
    await this.#database.transaction((tx) =>
      tx
        .insertInto('node_reports')
        .values({ node, name, report_json: reportJson, version: 1, reported_at: reportedAt })
        .onConflict((conflict) =>
          conflict.column('node').doUpdateSet((eb) => ({
            report_json: reportJson,
            version: eb('node_reports.version', '+', 1),
            reported_at: reportedAt,
          })),
        )
        .execute(),
    );
  }

  async all(): Promise<readonly NodeReportTable[]> {
    return await this.#database.read
      .selectFrom('node_reports')
      .selectAll()
      .orderBy('name')
      .orderBy('node')
      .execute();
  }

  async remove(node: string): Promise<void> {
    await this.#database.transaction((tx) =>
      tx.deleteFrom('node_reports').where('node', '=', node).execute(),
    );
  }

  /** Removes a report unless its node has replaced it since it was read. */
  async removeUnchanged({ node, version }: NodeReportTable): Promise<void> {
    await this.#database.transaction((tx) =>
      tx
        .deleteFrom('node_reports')
        .where('node', '=', node)
        .where('version', '=', version)
        .execute(),
    );
  }
}
