/** Thin space between groups of digits and before units, as SI recommends. */
const THIN = '\u2009';

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

export function formatCount(count: number): string {
  return whole.format(count).replaceAll(',', THIN);
}

const prefixes = [
  { from: 1e9, text: 'G' },
  { from: 1e6, text: 'M' },
  { from: 1e4, text: 'k', divisor: 1e3 },
];

/** With three digits: 12.3 k. */
export function formatShort(value: number): string {
  const prefix = prefixes.find(({ from }) => Math.abs(value) >= from);
  if (!prefix) return Number.isInteger(value) ? formatCount(value) : digits(value);
  return `${digits(value / (prefix.divisor ?? prefix.from))}${THIN}${prefix.text}`;
}

/** A frequency that rounds to nothing is still not zero. */
export function formatRate(perSecond: number): string {
  return perSecond > 0 && perSecond < 0.01 ? `<${THIN}0.01` : formatShort(perSecond);
}

export function formatPercent(share: number): string {
  return `${digits(share * 100)}${THIN}%`;
}

export function formatMilliseconds(milliseconds: number): string {
  if (milliseconds < 1000) return `${digits(milliseconds)}${THIN}ms`;
  return `${digits(milliseconds / 1000)}${THIN}s`;
}

const byteUnits = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];

export function formatBytes(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), byteUnits.length - 1);
  return `${digits(bytes / 1000 ** power)}${THIN}${byteUnits[power]}`;
}

/** At most three significant digits. Small values that are not zero do not look like zero. */
function digits(value: number): string {
  const size = Math.abs(value);
  if (size === 0 || size >= 100) return formatCount(value);
  return String(Number(value.toPrecision(size >= 10 ? 3 : 2)));
}
