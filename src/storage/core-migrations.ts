import { coreTables } from './migrations/0001-core-tables.ts';
import { orderedTasks } from './migrations/0002-ordered-tasks.ts';
import { topicPositions } from './migrations/0003-topic-positions.ts';
import { tasksByAge } from './migrations/0004-tasks-by-age.ts';
import type { Migration } from './migrator.ts';

/** Migrations of the tables that all areas share, in the order in which they are applied. */
export const coreMigrations: readonly Migration[] = [
  coreTables,
  orderedTasks,
  topicPositions,
  tasksByAge,
];
