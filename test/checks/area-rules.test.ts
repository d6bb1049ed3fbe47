import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  documentedFlows,
  flowLines,
  holdsOnlyTypes,
  type WriteFlow,
} from '../../scripts/area-rules.ts';
import { tempFolder } from '../support/temp-folder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const flows: readonly WriteFlow[] = [{ from: 'firewall', port: 'rulesets/ruleset-write-port.ts' }];

/** Three areas, of which one may write to another. Each line of the last files is an import to judge. */
const tree = {
  'rulesets/ruleset-write-port.ts': 'export interface RulesetWritePort {}\n',
  'rulesets/ruleset-read-model.ts': 'export interface RulesetReadModel {}\n',
  'rulesets/ruleset-service.ts': `
    import type { RulesetWritePort } from './ruleset-write-port.ts';
    export const service: RulesetWritePort = {};
  `,
  'pools/pool-write-port.ts': 'export interface PoolWritePort {}\n',
  'firewall/move.ts': `
    import type { RulesetWritePort } from '../rulesets/ruleset-write-port.ts';
    import type { PoolWritePort } from '../pools/pool-write-port.ts';
    import { service } from '../rulesets/ruleset-service.ts';
    export type Ports = [RulesetWritePort, PoolWritePort, typeof service];
  `,
  'pools/pool-service.ts': `
    import type { RulesetReadModel } from '../rulesets/ruleset-read-model.ts';
    import type { RulesetWritePort } from '../rulesets/ruleset-write-port.ts';
    import type { PoolWritePort } from './pool-write-port.ts';
    export type Ports = [RulesetReadModel, RulesetWritePort, PoolWritePort];
  `,
  'pools/pool-service.test.ts': `
    import type { RulesetWritePort } from '../rulesets/ruleset-write-port.ts';
    export type Port = RulesetWritePort;
  `,
};

describe('rules between areas', () => {
  let folder: ReturnType<typeof tempFolder>;
  before(() => {
    folder = tempFolder();
    for (const [name, text] of Object.entries(tree)) {
      const file = join(folder.path, 'src/areas', name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    symlinkSync(join(root, 'node_modules'), join(folder.path, 'node_modules'));
    const rules = JSON.stringify(join(root, 'scripts/area-rules.ts'));
    writeFileSync(
      join(folder.path, 'config.cjs'),
      `const { areaRules } = require(${rules});
       const { options } = require(${JSON.stringify(join(root, '.dependency-cruiser.cjs'))});
       module.exports = { forbidden: areaRules(${JSON.stringify(flows)}, '\\\\.test\\\\.ts$'), options };`,
    );
  });
  after(() => folder.remove());

  it('let an area write only through a port of a listed flow, and import no code', () => {
    const command = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
    const args = [command, 'src', '--config', 'config.cjs', '--output-type', 'json'];
    const text = execFileSync(process.execPath, args, { cwd: folder.path, encoding: 'utf8' });
    const { summary } = JSON.parse(text) as {
      summary: {
        totalCruised: number;
        violations: { from: string; to: string; rule: { name: string } }[];
      };
    };
    assert.equal(summary.totalCruised, Object.keys(tree).length);
    const found = summary.violations.map(
      ({ from, to, rule }) => `${rule.name}: ${from.slice(10)} → ${to.slice(10)}`,
    );
    assert.deepEqual(found.sort(), [
      'areas-are-closed: firewall/move.ts → rulesets/ruleset-service.ts',
      'write-flows-are-listed: firewall/move.ts → pools/pool-write-port.ts',
      'write-flows-are-listed: pools/pool-service.ts → rulesets/ruleset-write-port.ts',
    ]);
  });

  const sources: readonly [string, boolean][] = [
    ['/** A port. */\nexport interface Port { write(): Promise<void> }\n', true],
    ["import type { A } from './a.ts';\n// why\nexport type Port = { a: A };\n", true],
    ["import { a } from './a.ts';\nexport interface Port { a: typeof a }\n", false],
    ['export interface Port {}\nexport const port: Port = {};\n', false],
    ['export interface Port {}\nconsole.log(1);\n', false],
  ];
  for (const [source, isPort] of sources) {
    it(`${isPort ? 'take' : 'refuse'} as a port: ${JSON.stringify(source)}`, () => {
      assert.equal(holdsOnlyTypes(source), isPort);
    });
  }

  it('find the flows that ARCHITECTURE.md lists', () => {
    const page = [
      '# Architecture',
      '| flow | `areas/not` | `areas/this/one-write-port.ts` |',
      '### Writing across areas',
      '| flow | area that writes | port |',
      '|---|---|---|',
      '| move off the firewall | `areas/firewall` | `areas/rulesets/ruleset-write-port.ts` |',
      '## Next',
      '| flow | `areas/nor` | `areas/this/one-write-port.ts` |',
    ].join('\n');
    assert.deepEqual(documentedFlows(page), flows);
    assert.deepEqual(flowLines(flows), ['areas/firewall → areas/rulesets/ruleset-write-port.ts']);
    assert.throws(() => documentedFlows('# Architecture\n'), /Writing across areas/);
  });
});
