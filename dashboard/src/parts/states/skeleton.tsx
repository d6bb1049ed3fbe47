/** The shape of a result that is on its way. */
export function Skeleton({ lines = 3, height = 14 }: { lines?: number; height?: number }) {
  return (
    <div className="skeleton" role="status" aria-label="Loading">
      {Array.from({ length: lines }, (_, n) => (
        // Lines have no identity.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <div key={n} className="skeleton-line" style={{ height }} />
      ))}
    </div>
  );
}
