/** Services that many pages use, and where they are. */
const imitated: readonly { readonly name: string; readonly real: readonly string[] }[] = [
  { name: 'google-analytics', real: ['google-analytics.com'] },
  { name: 'googletagmanager', real: ['googletagmanager.com'] },
  { name: 'googleadservices', real: ['googleadservices.com'] },
  { name: 'doubleclick', real: ['doubleclick.net'] },
  { name: 'hotjar', real: ['hotjar.com', 'hotjar.io'] },
];

/** Hosts that carry the name of a service which is somewhere else. */
export function imitatesService(address: string): boolean {
  const host = hostOf(address);
  return imitated.some(
    ({ name, real }) => host.includes(name) && !real.some((it) => isBelow(host, it)),
  );
}

/** The address is one of such a service. */
export const isService = (address: string): boolean =>
  imitated.some(({ real }) => real.some((it) => isBelow(hostOf(address), it)));

const hostOf = (address: string): string =>
  /^(?:https?:|wss?:)?\/\/([\w.-]+)/i.exec(address)?.[1]?.toLowerCase() ?? '';

const isBelow = (host: string, domain: string): boolean =>
  host === domain || host.endsWith(`.${domain}`);
