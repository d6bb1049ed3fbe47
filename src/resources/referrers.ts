/** A resource that would break if the one it refers to were deleted. */
export interface Referrer {
  /** Its kind, as messages name it: "load balancer". */
  readonly noun: string;
  readonly id: string;
  /** Empty if it has none. */
  readonly name: string;
}

const MAX_NAMED = 20;

/** Names the referrers for a message, so that its readers need not search for them. */
export function describeReferrers(referrers: readonly Referrer[]): string {
  const named = referrers
    .slice(0, MAX_NAMED)
    .map(({ noun, id, name }) => (name === '' ? `${noun} ${id}` : `${noun} "${name}" (${id})`));
  const more = referrers.length - named.length;
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}
