import type { Flow } from '../flow/flow.ts';
import { traceFlows } from '../flow/flow-finder.ts';
import type { FlowSource } from '../flow/flow-graph.ts';
import { networkSinks } from '../flow/sinks.ts';
import { sensitiveData, taint } from '../flow/taint.ts';
import type { ReadLayer } from '../script-layers.ts';
import type { SourceView } from './source-view.ts';

/** Sources of a flow that are shown. */
const MAX_SOURCES = 20;

/** Each sink with what gets there and where that comes from. */
export function dumpFlows({ facts }: ReadLayer, view: SourceView): string[] {
  return traceFlows(facts.reading, facts.guards).flatMap(({ flow, sources }) => [
    `${view.position(flow.node)} ${sinkText(flow)} <- ${taintText(flow.bits)}`,
    ...sources.slice(0, MAX_SOURCES).map((source) => `  ${sourceText(source, view)}`),
    ...(sources.length > MAX_SOURCES ? [`  … ${sources.length} sources in all`] : []),
  ]);
}

/** Hosts and responses are looked at only when something worth stealing is sent. */
function sinkText({ sink, target, isResponseIgnored, bits }: Flow): string {
  if (!(sink in networkSinks) || (bits & sensitiveData) === 0) return sink;
  return `${sink} to ${target} host${isResponseIgnored ? ', response ignored' : ''}`;
}

const sourceText = ({ node, bits }: FlowSource, view: SourceView): string =>
  `${view.position(node)} ${taintText(bits)}: ${view.code(node)}`;

function taintText(bits: number): string {
  const names = Object.entries(taint).flatMap(([name, bit]) => ((bits & bit) === 0 ? [] : name));
  return names.join(', ') || 'nothing';
}
