import { commandNames } from './command-table.ts';

/** Directories of programs. */
const DIRECTORIES = ['bin', 'sbin', 'usr', 'local'];
const MAX_PATTERN = 40;

/** The command that a path with wildcards stands for: `/b?n/c?t` is `cat`. */
export function globbedName(path: string): string | undefined {
  if (path.length > MAX_PATTERN || !/[?*[]/.test(path)) return undefined;
  const parts = path.split('/');
  const last = parts.pop() ?? '';
  const isRooted = parts.length > 1 && parts[0] === '';
  if (!isRooted || !parts.slice(1).every((part) => DIRECTORIES.some((name) => fits(part, name)))) {
    return undefined;
  }
  if (!/[?*[]/.test(last)) return undefined;
  return commandNames.find((name) => fits(last, name));
}

/** Whether a pattern of a shell matches a name. Sets are read as any character. */
export function fits(pattern: string, name: string): boolean {
  const units = pattern.match(/\[[^\]]*\]|[\s\S]/g) ?? [];
  // Positions in the name that the units so far can have reached.
  let reached = new Set([0]);
  for (const unit of units) {
    const next = new Set<number>();
    for (const at of reached) {
      if (unit === '*') for (let to = at; to <= name.length; to += 1) next.add(to);
      else if (at < name.length && isSame(unit, name.charAt(at))) next.add(at + 1);
    }
    reached = next;
  }
  return reached.has(name.length);
}

const isSame = (unit: string, character: string): boolean =>
  unit === '?' || unit.length > 1 || unit === character;
