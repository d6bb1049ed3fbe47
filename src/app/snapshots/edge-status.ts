import { type SharedKind, sharedKinds } from '../../contracts/snapshot/snapshot-kinds.ts';
import { ok, type Route, routeTable } from '../../http/route.ts';
import { type Static, Type } from '../../kernel/schema.ts';
import { type EdgeReport, type NodeReportSource, nodeReport, type Problem } from './node-report.ts';
import type { OtherNode } from './node-watch.ts';

const Nodes = Type.Array(
  Type.Object({
    id: Type.String(),
    /** The name of its host. */
    name: Type.String(),
    /** How many edge processes the node should have. */
    edge_processes: Type.Integer(),
    /** Whether the node has stopped reporting: it was killed, or it cannot reach the database. */
    silent: Type.Boolean(),
    /** When it last reported, by its clock. */
    last_seen_on: Type.String({ format: 'date-time' }),
  }),
);

const EdgeStatusResponse = Type.Object({
  /** Whether every change that the API has confirmed is in effect on every edge process of all nodes. */
  up_to_date: Type.Boolean(),
  /**
   * The number of the last change to the zone or to shared items of its account, which all nodes count alike; 0 if the
   * node does not know the zone.
   */
  revision: Type.Integer(),
  /** Parts of the configuration that a node could not build. */
  problems: Type.Array(
    Type.Object({ node: Type.String(), section: Type.String(), message: Type.String() }),
  ),
  /** The nodes that run an edge. */
  nodes: Nodes,
  edges: Type.Array(
    Type.Object({
      /** The id of its node. */
      node: Type.String(),
      name: Type.String(),
      /** The number of the last change that is in effect in the process. */
      revision: Type.Integer(),
      /** Whether the process runs the current configuration of the zone. */
      current: Type.Boolean(),
      problem: Type.Union([Type.String(), Type.Null()]),
    }),
  ),
});

export interface EdgeStatusSource extends NodeReportSource {
  /** This node. */
  readonly id: string;
  readonly name: string;
  now(): number;
  /** Whether all committed changes are built. */
  isBuilt(): Promise<boolean>;
  others(): Promise<readonly OtherNode[]>;
}

/** Whether the configuration of a zone is in effect on all nodes, and the reasons if not. */
export class EdgeStatus {
  readonly route = edgeStatusRoute((zoneId) => this.#of(zoneId));
  readonly #source: EdgeStatusSource;

  constructor(source: EdgeStatusSource) {
    this.#source = source;
  }

  /** Messages for operators about configuration that is not in effect on this node; empty if all of it is. */
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

  /** Whether every edge process of all nodes runs the current configuration of a zone. */
  async isInForce(zoneId: string): Promise<boolean> {
    return (await this.#of(zoneId)).up_to_date;
  }

  async #of(zoneId: string): Promise<Static<typeof EdgeStatusResponse>> {
    const { builder } = this.#source;
    const isBuilt = await this.#source.isBuilt();
    const nodes = await this.#nodes();
    const revision = builder.changeOf(zoneId);
    const problems = nodes.flatMap(({ id: node, report: { failures, moreFailures } }) =>
      this.#concerning(zoneId, failures, moreFailures).map(({ kind, problem }) => ({
        node,
        section: kind,
        message: problem,
      })),
    );
    const edges = nodes.flatMap((node) =>
      node.report.edges.map((edge) => this.#edge(zoneId, revision, node, edge)),
    );
    return {
      up_to_date:
        isBuilt &&
        problems.length === 0 &&
        nodes.every(
          ({ isSilent, report }) => !isSilent && report.edges.length === report.edgeCount,
        ) &&
        edges.every(({ current }) => current),
      revision,
      problems,
      nodes: nodes
        .filter(({ report }) => report.edgeCount > 0)
        .map(({ id, name, isSilent, reportedAt, report }) => ({
          id,
          name,
          edge_processes: report.edgeCount,
          silent: isSilent,
          last_seen_on: new Date(reportedAt).toISOString(),
        })),
      edges,
    };
  }

  async #nodes(): Promise<readonly OtherNode[]> {
    const { id, name } = this.#source;
    const others = await this.#source.others();
    const report = nodeReport(this.#source);
    return [{ id, name, isSilent: false, reportedAt: this.#source.now(), report }, ...others];
  }

  #edge(zoneId: string, revision: number, { id, isSilent }: OtherNode, edge: EdgeReport) {
    const { slot, change, problems, moreProblems } = edge;
    const [refused] = this.#concerning(zoneId, problems, moreProblems);
    return {
      node: id,
      name: `edge-${slot}`,
      revision: Math.max(0, change),
      current: !isSilent && change >= revision && !refused,
      problem: refused?.problem ?? (isSilent ? 'the node does not report' : null),
    };
  }

  /** If problems were left out of a report, they may concern any zone. */
  #concerning(zoneId: string, problems: readonly Problem[], more: number): readonly Problem[] {
    const { builder } = this.#source;
    const isShared = (kind: string): kind is SharedKind => sharedKinds.includes(kind as SharedKind);
    const concerning = problems.filter(
      ({ kind, id }) => id === zoneId || (isShared(kind) && builder.actsIn(zoneId, kind, id)),
    );
    if (concerning.length > 0 || more === 0) return concerning;
    const problem = `the node has ${more} further problems; edge_status on that node shows them`;
    return [{ kind: 'unknown', id: zoneId, problem }];
  }
}

export function edgeStatusRoute(
  statusOf: (zoneId: string) => Promise<Static<typeof EdgeStatusResponse>>,
): Route {
  return routeTable({ tag: 'Zones', service: 'core' })({
    method: 'GET',
    path: '/zones/:zone_id/edge_status',
    operation: 'zones-edge-status',
    summary: 'Whether the configuration of a zone is in effect at the edge of all nodes',
    access: { kind: 'capability', capability: 'zone:read' },
    response: EdgeStatusResponse,
    handle: async ({ params }) => ok(await statusOf(params.zone_id)),
  });
}
