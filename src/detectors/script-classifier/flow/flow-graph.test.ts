import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { taintNames } from '../fixtures/read-code.ts';
import { FlowGraph, type Passage } from './flow-graph.ts';
import { taint } from './taint.ts';

const everything =
  taint.field |
  taint.cookie |
  taint.wholeCookie |
  taint.storage |
  taint.wholeStorage |
  taint.decoded |
  taint.remote;

describe('flow graph', () => {
  const passages: Readonly<Record<Passage, string>> = {
    whole: 'field cookie wholeCookie storage wholeStorage remote decoded',
    text: 'field cookie storage remote decoded',
    part: 'field cookie storage',
    none: '',
    quoted: 'field cookie wholeCookie storage wholeStorage storageDump cookieDump',
    sealed: 'field cookie wholeCookie storage wholeStorage storageDump cookieDump remote decoded',
  };
  for (const [passage, arrived] of Object.entries(passages) as [Passage, string][]) {
    it(`propagates the bits of the passage ${passage}, along an edge and from a source`, () => {
      const graph = new FlowGraph(100);
      const [from, to, direct] = [graph.addVertex(), graph.addVertex(), graph.addVertex()];
      graph.addSource(from, { node: 1, bits: everything });
      graph.addEdge(from, to, passage);
      graph.addSource(direct, { node: 2, bits: everything }, passage);
      graph.spread();
      assert.equal(taintNames(graph.bits(to)), arrived);
      assert.equal(taintNames(graph.bits(direct)), arrived);
    });
  }

  it('knows whether names of fields and data come from parts of the script that are close to each other', () => {
    const graph = new FlowGraph(60_000);
    const [from, to] = [graph.addVertex(), graph.addVertex()];
    graph.addSource(from, { node: 100, bits: taint.field });
    graph.addSource(from, { node: 40_000, bits: taint.cardName });
    graph.addEdge(from, to, 'part');
    graph.spread();
    assert.ok(!graph.areNamesNear(to));
    assert.ok(graph.isDataNear(to, 9000));
    assert.ok(!graph.isDataNear(to, 40_000));
    graph.addSource(to, { node: 4000, bits: taint.passwordName });
    assert.ok(graph.areNamesNear(to));
    graph.addSource(from, { node: 40_000, bits: taint.decoded });
    graph.addEdge(from, to, 'text');
    graph.spread();
    assert.ok(graph.isTextNear(to, 42_000));
    assert.ok(!graph.isTextNear(to, 100));
  });

  it('propagates along chains and cycles, and joins bits of several edges', () => {
    const graph = new FlowGraph(100);
    const [a, b, c, d] = [1, 2, 3, 4].map(() => graph.addVertex()) as [
      number,
      number,
      number,
      number,
    ];
    graph.addEdge(a, b, 'whole');
    graph.addEdge(b, c, 'text');
    graph.addEdge(c, b, 'whole');
    graph.addEdge(d, c, 'whole');
    graph.addSource(a, { node: 1, bits: taint.cookie | taint.wholeCookie });
    graph.addSource(d, { node: 2, bits: taint.key });
    graph.spread();
    assert.equal(taintNames(graph.bits(a)), 'cookie wholeCookie');
    assert.equal(taintNames(graph.bits(b)), 'key cookie wholeCookie');
    assert.equal(taintNames(graph.bits(c)), 'key cookie');
    assert.equal(taintNames(graph.bits(d)), 'key');
  });

  it('traces bits back to their sources', () => {
    const graph = new FlowGraph(100);
    const [a, b, sink] = [1, 2, 3].map(() => graph.addVertex()) as [number, number, number];
    graph.addSource(a, { node: 7, bits: taint.cookie | taint.wholeCookie });
    graph.addSource(b, { node: 5, bits: taint.field | taint.decoded });
    graph.addSource(graph.addVertex(), { node: 6, bits: taint.key });
    graph.addEdge(a, sink, 'sealed');
    graph.addEdge(b, a, 'part');
    graph.addEdge(sink, b, 'whole');
    graph.spread();
    assert.equal(taintNames(graph.bits(sink)), 'field cookie wholeCookie cookieDump');
    const sources = graph.sourcesOf(sink).map(({ node, bits }) => `${node} ${taintNames(bits)}`);
    assert.deepEqual(sources, ['5 field', '7 cookie wholeCookie']);
  });
});
