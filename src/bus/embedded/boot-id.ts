import { readFileSync } from 'node:fs';

/** Changes with every boot of the machine; undefined if the system does not provide it. */
export function readBootId(): string | undefined {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return undefined;
  }
}
