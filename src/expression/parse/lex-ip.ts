/** Address literals; in sets also networks and ranges. The wording of errors is part of the contract. */
import { compareIp, type IpValue, maskIp, parseIp, printIp, sameIp } from '../ip-value.ts';
import type { SetItem } from '../syntax.ts';
import type { Lexer } from './lexer.ts';

const ADDRESS_CHARACTERS = /[0-9a-fA-F:./]+/y;

/** Reads one address and returns its canonical text. */
export function lexIp(lexer: Lexer): string {
  const start = lexer.at;
  const text = lexer.takeRun(ADDRESS_CHARACTERS, 'IP address character');
  return printIp(address(lexer, start, text));
}

/** Reads an address, a network (`10.0.0.0/8`) or a range (`10.0.0.1..10.0.0.9`). */
export function lexIpItem(lexer: Lexer): SetItem {
  const start = lexer.at;
  const text = lexer.takeRun(ADDRESS_CHARACTERS, 'IP address character');
  const dots = text.indexOf('..');
  if (dots !== -1) return range(lexer, start, text, dots);
  const slash = text.indexOf('/');
  if (slash !== -1) return network(lexer, start, text, slash);
  const only = printIp(address(lexer, start, text));
  return { kind: 'ip', low: only, high: only };
}

function range(lexer: Lexer, start: number, text: string, dots: number): SetItem {
  const low = address(lexer, start, text.slice(0, dots));
  const high = address(lexer, start + dots + 2, text.slice(dots + 2));
  if (low.family !== high.family || compareIp(low, high) > 0) {
    lexer.fail(start, start + text.length, 'incompatible range bounds');
  }
  return { kind: 'ip', low: printIp(low), high: printIp(high) };
}

function network(lexer: Lexer, start: number, text: string, slash: number): SetItem {
  const written = text.slice(0, slash);
  const base = address(lexer, start, written);
  const bitsText = text.slice(slash + 1);
  const end = start + text.length;
  if (!/^\d{1,3}$/.test(bitsText)) {
    const reason = "couldn't parse length in network: invalid digit found in string";
    lexer.fail(start + slash + 1, end, reason);
  }
  // The prefix length of a mapped network (`::ffff:10.0.0.0/104`) includes the 96 bits of the mapping prefix.
  const mappingBits = base.family === 4 && written.includes(':') ? 96 : 0;
  const bits = Number(bitsText) - mappingBits;
  const width = base.family === 4 ? 32 : 128;
  if (bits < 0 || bits > width) {
    const family = base.family === 4 ? 'Ipv4' : 'Ipv6';
    const reason = `Network length ${bitsText} is too long for ${family} (maximum: ${width})`;
    lexer.fail(start, end, `invalid length for network: ${reason}`);
  }
  if (!sameIp(base, maskIp(base, bits))) {
    lexer.fail(start, start + slash, 'host part of address was not zero');
  }
  return { kind: 'network', address: printIp(base), bits };
}

function address(lexer: Lexer, start: number, text: string): IpValue {
  const ip = parseIp(text);
  if (ip) return ip;
  const reason = "couldn't parse address in network: invalid IP address syntax";
  return lexer.fail(start, start + text.length, reason);
}
