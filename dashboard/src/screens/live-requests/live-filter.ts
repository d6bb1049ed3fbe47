import { type Comparison, type Filter, readComparison } from '../../parts/address/filter.ts';

interface FilterField {
  readonly key: string;
  readonly title: string;
  readonly isNumber: boolean;
}

const field = (key: string, title: string, isNumber = false): FilterField => ({
  key,
  title,
  isNumber,
});

/** Fields that the filter builder offers, named like those of the request log. */
export const filterFields: readonly FilterField[] = [
  field('ClientRequestPath', 'Path'),
  field('ClientRequestHost', 'Host'),
  field('ClientRequestMethod', 'Method'),
  field('EdgeResponseStatus', 'Status', true),
  field('ClientIP', 'Address'),
  field('ClientCountry', 'Country'),
  field('ClientRequestUserAgent', 'User agent'),
  field('ClientRequestReferer', 'Referrer'),
  field('SecurityAction', 'Action of rules'),
  field('OriginResponseStatus', 'Status of the origin', true),
  field('OriginResponseDurationMs', 'Time of the origin in ms', true),
  field('EdgeResponseBytes', 'Bytes sent', true),
  field('WAFAttackScore', 'Attack score', true),
];

const numbers = new Set(filterFields.filter(({ isNumber }) => isNumber).map(({ key }) => key));

/** Operators of log filters: as they are, and for their opposites. */
const operators: Readonly<Record<Comparison, readonly [string, string]>> = {
  starts_with: ['startsWith', '!startsWith'],
  ends_with: ['endsWith', '!endsWith'],
  contains: ['contains', '!contains'],
  at_least: ['geq', 'lt'],
  at_most: ['leq', 'gt'],
};

/** The filters of the page as a filter of log push, which streams take as well; empty without filters. */
export function liveFilter(filters: readonly Filter[]): string {
  if (filters.length === 0) return '';
  const isAlternative = ({ value, isNegated }: Filter) =>
    !isNegated && readComparison(value).comparison === undefined;
  const alternatives = Map.groupBy(filters.filter(isAlternative), ({ column }) => column);
  const conditions = [
    ...[...alternatives].map(([key, list]) => anyOf(key, list)),
    ...filters.filter((filter) => !isAlternative(filter)).map(condition),
  ];
  return JSON.stringify({ where: conditions.length === 1 ? conditions[0] : { and: conditions } });
}

function anyOf(key: string, filters: readonly Filter[]) {
  const values = filters.map(({ value }) => typedValue(key, value));
  return values.length === 1
    ? { key, operator: 'eq', value: values[0] }
    : { key, operator: 'in', value: values };
}

function condition({ column: key, value: text, isNegated }: Filter) {
  const { comparison, value } = readComparison(text);
  const [operator, opposite] = comparison ? operators[comparison] : (['eq', '!eq'] as const);
  return { key, operator: isNegated ? opposite : operator, value: typedValue(key, value) };
}

/** Whatever is no number is left to the API to refuse. */
function typedValue(key: string, text: string): string | number {
  return numbers.has(key) && /^\d+$/.test(text) ? Number(text) : text;
}
