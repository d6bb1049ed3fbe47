const WIDTH = 120;
const HEIGHT = 32;

/** The course of a figure, without scales. Gaps stay gaps. */
export function Sparkline({ values }: { values: readonly (number | null)[] }) {
  const highest = Math.max(...values.map((value) => value ?? 0), Number.MIN_VALUE);
  const step = WIDTH / Math.max(values.length - 1, 1);
  const points = values.map((value, n) =>
    value === null
      ? null
      : `${round(n * step)} ${round(HEIGHT - 1 - (value / highest) * (HEIGHT - 2))}`,
  );
  const path = points
    .map((point, n) => (point === null ? '' : `${points[n - 1] ? 'L' : 'M'}${point}`))
    .join('');
  // Points without neighbours.
  const dots = points
    .filter((point, n) => point !== null && !points[n - 1] && !points[n + 1])
    .map((point) => `M${point}h0`)
    .join('');
  return (
    <svg
      className="sparkline"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={path} vectorEffect="non-scaling-stroke" />
      <path d={dots} vectorEffect="non-scaling-stroke" className="sparkline-dots" />
    </svg>
  );
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
