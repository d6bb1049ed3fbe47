const WIDTH = 16;

/** A bar for a share between 0 and 1. */
export function progressBar(share: number): string {
  const filled = Math.round(WIDTH * share);
  return `[${'#'.repeat(filled)}${'.'.repeat(WIDTH - filled)}]`;
}
