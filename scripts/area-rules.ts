/**
 * How areas may depend on each other: they read through the types of read models, and write through write ports
 * in the flows that are listed here. `.dependency-cruiser.cjs` takes its rules from this file, and
 * `check-imports.ts` compares the list with ARCHITECTURE.md.
 */
import { stripTypeScriptTypes } from 'node:module';

/** A flow in which two areas change in one transaction. */
export interface WriteFlow {
  /** The area that begins the transaction. */
  readonly from: string;
  /** The port through which it writes, below `src/areas`. */
  readonly port: string;
}

export const writeFlows: readonly WriteFlow[] = [
  { from: 'rulesets', port: 'firewall-migration/migration-write-port.ts' },
  { from: 'previous-firewall', port: 'rulesets/lists/list-reference-write-port.ts' },
];

const WRITE_PORT = '-write-port\\.ts$';

/** Rules for dependency-cruiser. `exempt` matches files that may import anything, such as tests. */
export function areaRules(flows: readonly WriteFlow[], exempt: string) {
  const rule = (name: string, comment: string, from: object, to: object) => ({
    name,
    comment,
    severity: 'error',
    from: { path: '^src/areas/([^/]+)/', pathNot: exempt, ...from },
    to,
  });
  const writing = [...new Set(flows.map(({ from }) => from))];
  return [
    rule(
      'areas-are-closed',
      'another area is reached through the types of its read models and write ports only',
      {},
      {
        path: '^src/areas/[^/]+/',
        pathNot: `^src/areas/$1/|-read-model\\.ts$|${WRITE_PORT}`,
      },
    ),
    rule(
      'write-flows-are-listed',
      'an area writes to another only in a flow that scripts/area-rules.ts lists',
      { pathNot: [exempt, ...writing.map((area) => `^src/areas/${area}/`)] },
      { path: `^src/areas/.*${WRITE_PORT}`, pathNot: '^src/areas/$1/' },
    ),
    ...writing.map((area) =>
      rule(
        'write-flows-are-listed',
        `${area} writes only in the flows that scripts/area-rules.ts lists for it`,
        { path: `^src/areas/${area}/` },
        {
          path: `^src/areas/.*${WRITE_PORT}`,
          pathNot: [area, ...portsOf(area, flows)].map(
            (path) => `^src/areas/${escaped(path)}${path === area ? '/' : '$'}`,
          ),
        },
      ),
    ),
  ];
}

function portsOf(area: string, flows: readonly WriteFlow[]): string[] {
  return flows.filter(({ from }) => from === area).map(({ port }) => port);
}

function escaped(path: string): string {
  return path.replaceAll('.', '\\.');
}

/** A port contains types only, so that an import of it brings an interface and no code of the other area. */
export function holdsOnlyTypes(source: string): boolean {
  const code = stripTypeScriptTypes(source);
  return code.replace(/\/\*.*?\*\/|\/\/[^\n]*/gs, '').replace(/[\s;]|export\s*\{\s*\}/g, '') === '';
}

/** The flows in the table under "Writing across areas" in ARCHITECTURE.md. */
export function documentedFlows(architecture: string): WriteFlow[] {
  const [, section] = architecture.split('\n### Writing across areas\n');
  if (section === undefined) throw new Error('ARCHITECTURE.md has no "Writing across areas"');
  const [table = ''] = section.split('\n## ');
  const rows = table.matchAll(/^\| .* \| `areas\/([^`]+)` \| `areas\/([^`]+)` \|/gm);
  return Array.from(rows, ([, from = '', port = '']) => ({ from, port }));
}

/** Each flow as one line, so that two lists can be compared. */
export function flowLines(flows: readonly WriteFlow[]): string[] {
  return flows.map(({ from, port }) => `areas/${from} → areas/${port}`).sort();
}
