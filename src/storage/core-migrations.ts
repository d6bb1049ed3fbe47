import { coreBaseline } from './migrations/0001-baseline.ts';
import { auditedCalls } from './migrations/0002-audited-calls.ts';
import { nodeReports } from './migrations/0003-node-reports.ts';
import type { Migration } from './migrator.ts';

/** Migrations of the tables that all areas share, in the order in which they are applied. */
export const coreMigrations: readonly Migration[] = [coreBaseline, auditedCalls, nodeReports];
