import type { EdgeState } from '../processes/edge-supervisor.ts';
import type { SnapshotBuilder } from './snapshot-builder.ts';

/** Reports are stored every few seconds, so their size is limited. */
const MOST_PROBLEMS = 200;
const LONGEST_PROBLEM = 300;

/** A part of the configuration that is not in effect. `kind` is a section of a zone, or a kind of shared item. */
export interface Problem {
  readonly kind: string;
  readonly id: string;
  readonly problem: string;
}

/** What a node reports to the others about its edge. */
export interface NodeReport {
  /** How many edge processes the node should have. */
  readonly edgeCount: number;
  readonly edges: readonly EdgeReport[];
  /** Parts of the configuration that the node could not build. */
  readonly failures: readonly Problem[];
  /** How many were left out. */
  readonly moreFailures: number;
}

export interface EdgeReport {
  readonly slot: number;
  /** All changes up to this number are in effect in the process; -1 if it has no state from the database yet. */
  readonly change: number;
  readonly problems: readonly Problem[];
  readonly moreProblems: number;
}

export interface NodeReportSource {
  readonly builder: SnapshotBuilder;
  readonly edgeCount: number;
  edges(): readonly EdgeState[];
}

export function nodeReport({ builder, edgeCount, edges }: NodeReportSource): NodeReport {
  return {
    edgeCount,
    edges: edges().map(({ slot, revision, problems }) => ({
      slot,
      change: builder.changesUpTo(revision),
      problems,
      moreProblems: 0,
    })),
    failures: builder.failures.all.map(({ section: kind, ...failure }) => ({ kind, ...failure })),
    moreFailures: 0,
  };
}

/** The report as it is stored. */
export function storedReport({ edges, failures, ...report }: NodeReport): NodeReport {
  return {
    ...report,
    edges: edges.map(({ problems, ...edge }) => ({
      ...edge,
      problems: shortened(problems),
      moreProblems: excess(problems),
    })),
    failures: shortened(failures),
    moreFailures: excess(failures),
  };
}

function shortened(problems: readonly Problem[]): readonly Problem[] {
  return problems
    .slice(0, MOST_PROBLEMS)
    .map(({ kind, id, problem }) => ({ kind, id, problem: problem.slice(0, LONGEST_PROBLEM) }));
}

const excess = (problems: readonly Problem[]) => Math.max(0, problems.length - MOST_PROBLEMS);
