import { pointsOf } from '../features/features.ts';
import type { KnownLibraries } from '../libraries/known-libraries.ts';
import { classifyScript } from '../script-classifier.ts';
import { type ReadLayer, type ScriptLayer, scriptLayers } from '../script-layers.ts';
import type { ScriptVerdict } from '../script-verdict.ts';
import { dumpGuards, dumpListedTexts, dumpShape } from './dump-facts.ts';
import { dumpFlows } from './dump-flows.ts';
import { dumpNames } from './dump-names.ts';
import { dumpConstants, dumpPaths } from './dump-values.ts';
import { SourceView } from './source-view.ts';

type Section = (layer: ReadLayer, view: SourceView) => string[];

/** In the order of the stages of the classifier. */
const sections: Readonly<Record<string, Section>> = {
  shape: dumpShape,
  names: dumpNames,
  constants: dumpConstants,
  'items of encoded arrays': dumpListedTexts,
  paths: dumpPaths,
  fields: dumpGuards,
  flows: dumpFlows,
  features: dumpFeatures,
};

/** Features that were found, with their points and positions. */
function dumpFeatures({ findings }: ReadLayer, view: SourceView): string[] {
  return findings.map(({ family, feature, nodes }) => {
    const positions = [...new Set(nodes.map((node) => view.position(node)))];
    return `${family}/${feature.id}, ${pointsOf(family, feature)} points: ${positions.join(' ')}`;
  });
}

/**
 * Prints the analysis of a script: variables, constants, paths, data flows, features and scores. The
 * same script always gives the same text, so that the output of two versions of the classifier can be compared.
 */
export function dumpScript(source: string, libraries?: KnownLibraries): string {
  const layers = [...scriptLayers(source)].flatMap(dumpLayer);
  return `${[...layers, ...dumpScores(classifyScript(source, libraries))].join('\n')}\n`;
}

function dumpLayer(layer: ScriptLayer): string[] {
  const lines = layer.kind === 'read' ? dumpRead(layer) : [`${layer.kind}: ${layer.problem}`];
  if (!layer.runAt) return lines;
  const { line, column } = layer.runAt;
  const heading = `hidden code, layer ${layer.depth}, run at ${line}:${column}`;
  return [heading, ...lines.map((it) => `  ${it}`)];
}

function dumpRead(layer: ReadLayer): string[] {
  const view = new SourceView(layer);
  return Object.entries(sections).flatMap(([name, dump]) => {
    const lines = dump(layer, view);
    return lines.length === 0 ? [] : [name, ...lines.map((line) => `  ${line}`)];
  });
}

function dumpScores(verdict: ScriptVerdict): string[] {
  if (verdict.kind !== 'scored') return [];
  const { library } = verdict;
  const known = library ? [`library ${library.name} ${library.version}, ${library.match}`] : [];
  return [
    ...known,
    'scores',
    ...Object.entries(verdict.scores).map(([name, score]) => `  ${name} ${score}`),
  ];
}
