import { readFileSync } from 'node:fs';

/** Differs after every start of the machine; undefined where the system does not tell. */
export function readBootId(): string | undefined {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return undefined;
  }
}
