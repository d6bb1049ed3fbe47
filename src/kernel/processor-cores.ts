import { readFileSync } from 'node:fs';

/** The part of the cores that processes in the background share: the first ones. */
const BACKGROUND_SHARE = 1 / 4;

/** The cores that a process may use, as lists that `taskset` reads. */
export interface CoreLists {
  readonly all: string;
  readonly background: string;
}

/** Undefined where the system does not say it, or there is only one. */
export function coreLists(): CoreLists | undefined {
  try {
    return listsOf(readFileSync('/proc/self/status', 'utf8'));
  } catch {
    return undefined;
  }
}

/** `status`: the text of proc_pid_status(5). */
export function listsOf(status: string): CoreLists | undefined {
  const [, all] = /^Cpus_allowed_list:\s*([\d,-]+)$/m.exec(status) ?? [];
  if (all === undefined) return undefined;
  const cores = all.split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, n) => first + n);
  });
  if (cores.length < 2) return undefined;
  const count = Math.max(1, Math.floor(cores.length * BACKGROUND_SHARE));
  return { all, background: cores.slice(0, count).join() };
}
