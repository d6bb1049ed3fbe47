/**
 * Lists of addresses that the public API maintains. Palisade has no data for them: rules that use them are
 * accepted, with a notice, and the lists are empty.
 */
export const managedLists: ReadonlyMap<string, 'ip'> = new Map(
  ['anonymizer', 'botnetcc', 'malware', 'open_proxies', 'vpn'].map((name) => [`cf.${name}`, 'ip']),
);
