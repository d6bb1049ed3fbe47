import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isName } from '../bus-errors.ts';

/**
 * Paths of the files of an embedded bus. Exactly one process writes each `.db`. A consumer holds the `.lock` beside its
 * file; a writer holds the one at the top, which covers its files in all topics.
 *
 *     <folder>/<writer>.lock
 *     <folder>/<topic>/<writer>.db
 *     <folder>/<topic>/consumers/<consumer>.db, .lock
 */
export function writerLock(folder: string, writer: string): string {
  return join(folder, `${writer}.lock`);
}

export function topicFolder(folder: string, topic: string): string {
  return join(folder, topic);
}

export function writerFile(folder: string, topic: string, writer: string): string {
  return join(topicFolder(folder, topic), `${writer}.db`);
}

export function consumersFolder(folder: string, topic: string): string {
  return join(topicFolder(folder, topic), 'consumers');
}

export function consumerFile(folder: string, topic: string, consumer: string): string {
  return join(consumersFolder(folder, topic), `${consumer}.db`);
}

export function consumerLock(folder: string, topic: string, consumer: string): string {
  return join(consumersFolder(folder, topic), `${consumer}.lock`);
}

export function listTopics(folder: string): string[] {
  return entries(folder)
    .filter((entry) => entry.isDirectory() && isName(entry.name))
    .map((entry) => entry.name)
    .sort();
}

/** Names of the `.db` files of a folder, without the extension; none if the folder does not exist yet. */
export function listDatabases(folder: string): string[] {
  return entries(folder)
    .filter((entry) => entry.isFile() && entry.name.endsWith('.db'))
    .map((entry) => entry.name.slice(0, -'.db'.length))
    .sort();
}

/** Removes the database first: SQLite ignores side files without a database if the removal is interrupted. */
export function removeDatabase(file: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
}

function entries(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
