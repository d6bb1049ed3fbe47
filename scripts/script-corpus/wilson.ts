/** 1.96 standard deviations contain 95 % of a normal distribution. */
const Z = 1.96;

/** The 95 % confidence interval of a share (Wilson), as numbers from 0 to 1. */
export function wilson(found: number, all: number): readonly [low: number, high: number] {
  if (all === 0) return [0, 1];
  const share = found / all;
  const scale = 1 + Z ** 2 / all;
  const middle = (share + Z ** 2 / (2 * all)) / scale;
  const half = (Z / scale) * Math.sqrt((share * (1 - share)) / all + Z ** 2 / (4 * all ** 2));
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}

/** `12 of 306 = 3.9 % (2.3–6.7 %)`. */
export function shareText(found: number, all: number): string {
  const [low, high] = wilson(found, all).map((it) => (it * 100).toFixed(1));
  const share = all === 0 ? 0 : (found / all) * 100;
  return `${found} of ${all} = ${share.toFixed(1)} % (${low}–${high} %)`;
}
