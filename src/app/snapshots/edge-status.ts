import { ok, type Route, routeTable } from '../../http/route.ts';
import { type Static, Type } from '../../kernel/schema.ts';
import type { EdgeState } from '../processes/edge-supervisor.ts';
import type { SnapshotBuilder } from './snapshot-builder.ts';

const EdgeStatusResponse = Type.Object({
  /** Whether every change that the API has confirmed is in effect on every edge process of this node. */
  up_to_date: Type.Boolean(),
  /**
   * The revision of the last change to the zone or to shared items of its account; 0 if the node does not know the
   * zone.
   */
  revision: Type.Integer(),
  /** Parts of the configuration that could not be built. */
  problems: Type.Array(Type.Object({ section: Type.String(), message: Type.String() })),
  edges: Type.Array(
    Type.Object({
      name: Type.String(),
      revision: Type.Integer(),
      /** Whether the process runs the current configuration of the zone. */
      current: Type.Boolean(),
      problem: Type.Union([Type.String(), Type.Null()]),
    }),
  ),
});

export interface EdgeStatusSource {
  readonly builder: SnapshotBuilder;
  /** How many edge processes this node should have. */
  readonly edgeCount: number;
  edges(): readonly EdgeState[];
  /** Whether all committed changes are built. */
  isBuilt(): Promise<boolean>;
}

/** Whether the configuration of a zone is in effect, and the reasons if not. */
export class EdgeStatus {
  readonly route = edgeStatusRoute((zoneId) => this.#of(zoneId));
  readonly #source: EdgeStatusSource;

  constructor(source: EdgeStatusSource) {
    this.#source = source;
  }

  /** Messages for operators about configuration that is not in effect; empty if all of it is. */
  problems(): readonly string[] {
    const refused = this.#source
      .edges()
      .flatMap(({ problems }) => problems.map(({ kind, id }) => `${kind} ${id}`));
    const count = this.#source.builder.failures.size + new Set(refused).size;
    if (count === 0) return [];
    return [
      `configuration: ${count} ${count === 1 ? 'part' : 'parts'} cannot be used; the last good state stays in effect. See the log and edge_status of the zones`,
    ];
  }

  /** Whether every edge process of this node runs the current configuration of a zone. */
  async isInForce(zoneId: string): Promise<boolean> {
    return (await this.#of(zoneId)).up_to_date;
  }

  async #of(zoneId: string): Promise<Static<typeof EdgeStatusResponse>> {
    const { builder, edgeCount } = this.#source;
    const isBuilt = await this.#source.isBuilt();
    const revision = builder.revisionOf(zoneId);
    const failures = builder.failuresOf(zoneId);
    const edges = this.#source.edges().map((edge) => {
      const refused = edge.problems.find(({ kind, id }) =>
        kind === 'zones' ? id === zoneId : builder.actsIn(zoneId, kind, id),
      );
      return {
        name: `edge-${edge.slot}`,
        revision: edge.revision,
        current: edge.revision >= revision && !refused,
        problem: refused?.problem ?? null,
      };
    });
    return {
      up_to_date:
        isBuilt &&
        failures.length === 0 &&
        edges.length === edgeCount &&
        edges.every(({ current }) => current),
      revision,
      problems: failures.map(({ section, problem }) => ({ section, message: problem })),
      edges,
    };
  }
}

export function edgeStatusRoute(
  statusOf: (zoneId: string) => Promise<Static<typeof EdgeStatusResponse>>,
): Route {
  return routeTable({ tag: 'Zones', service: 'core' })({
    method: 'GET',
    path: '/zones/:zone_id/edge_status',
    operation: 'zones-edge-status',
    summary: 'Whether the configuration of a zone is in effect at the edge of this node',
    access: { kind: 'capability', capability: 'zone:read' },
    response: EdgeStatusResponse,
    handle: async ({ params }) => ok(await statusOf(params.zone_id)),
  });
}
