import {
  type AlertFilter,
  type AlertType,
  MAX_FILTER_TEXTS,
} from '../../../catalogs/alert-types/alert-type.ts';
import { alertTypeNamed } from '../../../catalogs/alert-types/alert-types.ts';
import { foreignAlertTypes } from '../../../catalogs/alert-types/foreign-alert-types.ts';
import { ApiError } from '../../../http/api-error.ts';
import { escapePointer } from '../../../http/validation.ts';
import { isEmailAddress } from '../../../kernel/email-address.ts';
import { UUID_PATTERN } from '../../../kernel/hex-id.ts';
import { isHostName } from '../../../kernel/host-name.ts';
import { invalid } from '../notifications-errors.ts';
import { parseInterval } from './alert-interval.ts';
import { canonicalText } from './policy-model.ts';
import type { PolicyDocument } from './policy-schema.ts';

export const LIST = 'GET /accounts/{account_id}/alerting/v3/available_alerts lists all types';
const uuid = new RegExp(UUID_PATTERN);

/** Throws if the document is invalid. Returns its alert type; undefined if this server never raises such alerts. */
export function checkPolicy(document: PolicyDocument): AlertType | undefined {
  if (/\p{Cc}/u.test(document.name)) {
    throw invalid('/name', 'a name must be one line of text, without tabs and line breaks');
  }
  const type = knownType(document.alert_type);
  // The filters of other types are unknown here.
  if (type) checkFilters(type, document.filters ?? {});
  checkInterval(document.alert_interval);
  checkMechanisms(document.mechanisms);
  return type;
}

function knownType(name: string): AlertType | undefined {
  const type = alertTypeNamed(name);
  if (type || foreignAlertTypes.has(name)) return type;
  throw invalid('/alert_type', `there is no type of alert "${name}"; ${LIST}`);
}

type Filters = NonNullable<PolicyDocument['filters']>;

function checkFilters({ type, filters: known }: AlertType, filters: Filters): void {
  for (const key of Object.keys(filters)) {
    if (known.some((filter) => filter.key === key)) continue;
    const names = known.map((filter) => filter.key).join(', ');
    throw invalid(
      `/filters/${escapePointer(key)}`,
      `alerts of the type ${type} have no filter "${key.slice(0, 100)}"; ${names ? `their filters are: ${names}` : 'they have no filters'}`,
    );
  }
  for (const filter of known) {
    const texts = Object.hasOwn(filters, filter.key) ? (filters[filter.key] ?? []) : [];
    const pointer = `/filters/${filter.key}`;
    if (filter.isRequired && texts.length === 0) {
      throw new ApiError('notificationFilterMissing', { filter: filter.key, type }, { pointer });
    }
    const { max = MAX_FILTER_TEXTS } = filter;
    if (texts.length > max) {
      throw invalid(pointer, `this filter accepts at most ${max} values, not ${texts.length}`);
    }
    for (const [n, text] of texts.entries()) checkText(filter, text, `${pointer}/${n}`);
  }
}

function checkText(filter: AlertFilter, text: string, pointer: string): void {
  const problem = textProblem(filter, text);
  if (problem) throw invalid(pointer, `"${text}" ${problem}`);
}

function textProblem(filter: AlertFilter, text: string): string | undefined {
  const isCanonical = canonicalText(filter, text) !== undefined;
  if (filter.values) {
    const ids = filter.values.map(({ id }) => id).join(', ');
    return isCanonical ? undefined : `is not a value of this filter: use ${ids}`;
  }
  switch (filter.of) {
    case 'number': {
      const [above, below] = filter.between ?? [];
      const bounds = above === undefined ? '' : ` between ${above} and ${below}`;
      return isCanonical ? undefined : `is not a decimal number${bounds}, such as 99.9`;
    }
    case 'host':
      return isHostName(text) ? undefined : 'is not a host name, such as www.example.com';
    case undefined:
      return undefined;
    default:
      return uuid.test(text) ? undefined : `is not the id of a ${filter.of}`;
  }
}

function checkInterval(interval: string | undefined): void {
  if (interval === undefined || parseInterval(interval) !== undefined) return;
  throw invalid(
    '/alert_interval',
    `"${interval}" is not an interval: write a duration from 1m to 168h, such as 30m, 1h or 1h30m`,
  );
}

function checkMechanisms({
  email = [],
  webhooks = [],
  pagerduty = [],
}: PolicyDocument['mechanisms']) {
  const bad = email.findIndex(({ id }) => !isEmailAddress(id));
  if (bad !== -1) {
    const { id } = email[bad] ?? { id: '' };
    throw invalid(`/mechanisms/email/${bad}/id`, `${JSON.stringify(id)} is not an email address`);
  }
  for (const [group, members] of Object.entries({ webhooks, pagerduty })) {
    const wrong = members.findIndex(({ id }) => !uuid.test(id));
    if (wrong === -1) continue;
    const pointer = `/mechanisms/${group}/${wrong}/id`;
    throw invalid(pointer, `"${members[wrong]?.id}" is not the id of a destination`);
  }
}
