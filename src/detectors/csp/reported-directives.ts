/** Fallbacks of directives that a policy does not have, CSP Level 3 §6.8.3. */
const fallbacks: Readonly<Record<string, readonly string[]>> = {
  'script-src-elem': ['script-src', 'default-src'],
  'script-src-attr': ['script-src', 'default-src'],
  'style-src-elem': ['style-src', 'default-src'],
  'style-src-attr': ['style-src', 'default-src'],
  'worker-src': ['child-src', 'script-src', 'default-src'],
  'frame-src': ['child-src', 'default-src'],
  'script-src': ['default-src'],
  'connect-src': ['default-src'],
  'img-src': ['default-src'],
  'style-src': ['default-src'],
  'font-src': ['default-src'],
  'object-src': ['default-src'],
  'media-src': ['default-src'],
  'child-src': ['default-src'],
  'manifest-src': ['default-src'],
  'prefetch-src': ['default-src'],
};

/**
 * The directives that browsers may name in a violation report of a policy: those of the policy, which older browsers
 * name, and those that fall back to one of them.
 */
export function reportedDirectives(policy: string): ReadonlySet<string> {
  const names = policy.toLowerCase().split(';').map(nameOf);
  const own = new Set(names.filter((name) => name !== ''));
  const covered = Object.keys(fallbacks).filter((name) =>
    fallbacks[name]?.some((other) => own.has(other)),
  );
  return new Set([...own, ...covered]);
}

const nameOf = (directive: string): string => directive.trim().split(/\s/, 1)[0] ?? '';
