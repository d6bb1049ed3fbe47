import type { AlertFilter } from '../../../catalogs/alert-types/alert-type.ts';
import { alertTypeNamed } from '../../../catalogs/alert-types/alert-types.ts';
import { withoutDashes } from '../../../kernel/hex-id.ts';
import { normalHost } from '../../../kernel/host-name.ts';
import type { MechanismType } from '../delivery/channel.ts';
import { parseInterval } from './alert-interval.ts';
import type { Mechanism, Policy } from './policy.ts';
import {
  type MechanismGroup,
  mechanismGroups,
  type PolicyDocument,
  type PolicyRecord,
} from './policy-schema.ts';

export const mechanismTypeOf: Readonly<Record<MechanismGroup, MechanismType>> = {
  email: 'email',
  webhooks: 'webhook',
  pagerduty: 'pagerduty',
};

/** The policy that a document describes. */
export function toPolicy({ id, accountId, document }: PolicyRecord): Policy {
  return {
    id,
    accountId,
    name: document.name,
    description: document.description ?? '',
    enabled: document.enabled ?? true,
    alertType: document.alert_type,
    filters: filtersOf(document),
    mechanisms: mechanismsOf(document),
    intervalMs: document.alert_interval ? parseInterval(document.alert_interval) : undefined,
  };
}

/** Without duplicates. */
export function mechanismsOf({ mechanisms }: Pick<PolicyDocument, 'mechanisms'>): Mechanism[] {
  return mechanismGroups.flatMap((group) => {
    const type = mechanismTypeOf[group];
    const ids = (mechanisms[group] ?? []).map(({ id }) =>
      type === 'email' ? id : withoutDashes(id),
    );
    return [...new Set(ids)].map((id) => ({ type, id }));
  });
}

function filtersOf({ alert_type, filters = {} }: PolicyDocument): Policy['filters'] {
  const known = new Map(alertTypeNamed(alert_type)?.filters.map((each) => [each.key, each]));
  const named = Object.entries(filters).filter(([, texts]) => texts.length > 0);
  return Object.fromEntries(
    named.map(([key, texts]) => {
      const filter = known.get(key);
      return [key, texts.map((text) => (filter && canonicalText(filter, text)) ?? text)];
    }),
  );
}

/** The canonical spelling of a text, which alerts are compared with; undefined if the text is not a value of the filter. */
export function canonicalText(filter: AlertFilter, text: string): string | undefined {
  if (filter.values) return filterValue(filter, text)?.id;
  switch (filter.of) {
    case 'number':
      return canonicalNumber(text, filter.between);
    case 'host':
      return normalHost(text);
    case undefined:
      return text;
    default:
      return withoutDashes(text);
  }
}

export function filterValue({ values = [] }: AlertFilter, text: string) {
  const wanted = text.toLowerCase();
  return values.find(({ id, aliases = [] }) =>
    [id, ...aliases].some((spelling) => spelling.toLowerCase() === wanted),
  );
}

function canonicalNumber(
  text: string,
  [above, below]: readonly [number, number] = [0, Number.POSITIVE_INFINITY],
): string | undefined {
  const number = /^\d{1,9}(?:\.\d{1,9})?$/.test(text) ? Number(text) : Number.NaN;
  return number > above && number < below ? String(number) : undefined;
}
