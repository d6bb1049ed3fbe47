/**
 * Lists of addresses that the public API keeps for everybody. There is no data for them here: rules that use them are
 * accepted, with a message, and no address is in them.
 */
export const managedLists: ReadonlyMap<string, 'ip'> = new Map(
  ['anonymizer', 'botnetcc', 'malware', 'open_proxies', 'vpn'].map((name) => [`cf.${name}`, 'ip']),
);
