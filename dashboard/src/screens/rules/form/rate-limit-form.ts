import { type ActionForm, member, memberText, text } from './action-form.ts';

const seconds = (values: readonly number[]) =>
  values.map((value) => ({ value: String(value), label: periodText(value) }));

function periodText(value: number): string {
  if (value === 0) return 'Only while the limit is exceeded';
  if (value < 60) return `${value} s`;
  if (value < 3600) return `${value / 60} min`;
  return value < 86_400 ? `${value / 3600} h` : '1 day';
}

/** `100 in 1 min`, as tables show the limit of a rule. */
export function limitText(rule: { readonly ratelimit?: Record<string, unknown> }): string {
  const { ratelimit: limit = {} } = rule;
  const most = memberText(limit, 'requests_per_period') || memberText(limit, 'score_per_period');
  return `${most} in ${periodText(Number(memberText(limit, 'period')))}`;
}

/** The counting of a rate limit. */
export const rateLimitForm: ActionForm = {
  fields: (_values, scope) => [
    {
      name: 'requests',
      label: 'Requests',
      kind: 'number',
      isRequired: true,
      help: 'The rule acts when there are more than these in a period.',
      pointer: '/ratelimit/requests_per_period',
    },
    {
      name: 'period',
      label: 'Period',
      kind: 'select',
      options: seconds([10, 60, 120, 300, 600, 3600]),
      pointer: '/ratelimit/period',
    },
    {
      name: 'mitigation',
      label: 'Acts for',
      kind: 'select',
      options: seconds([0, 10, 60, 120, 300, 600, 3600, 86_400]),
      pointer: '/ratelimit/mitigation_timeout',
    },
    {
      name: 'characteristics',
      label: 'Counted by',
      kind: 'lines',
      isRequired: true,
      help: 'One per line. ip.src is the address of the visitor; cf.colo.id, the node that counts, is always needed.',
      pointer: '/ratelimit/characteristics',
    },
    {
      name: 'counting',
      label: 'Count only requests with',
      kind: 'expression',
      expression: { ...scope, use: 'counting' },
      placeholder: 'All requests that match the condition',
      help: 'Leave it empty to count all requests that match the condition. It may use the response: http.response.code eq 401.',
      pointer: '/ratelimit/counting_expression',
    },
  ],
  read: (limit) => ({
    requests: memberText(limit, 'requests_per_period') || '100',
    period: memberText(limit, 'period') || '60',
    mitigation: memberText(limit, 'mitigation_timeout') || '60',
    characteristics: (
      (member(limit, 'characteristics') ?? ['cf.colo.id', 'ip.src']) as readonly string[]
    ).join('\n'),
    counting: memberText(limit, 'counting_expression'),
    limit_rest: JSON.stringify(limit),
  }),
  write: (values) => {
    const counting = text(values, 'counting');
    const { counting_expression: _, ...rest } = JSON.parse(String(values['limit_rest'] ?? '{}'));
    return {
      ...rest,
      characteristics: text(values, 'characteristics').split(/\s*\n\s*/),
      period: Number(values['period']),
      requests_per_period: Number(values['requests']),
      mitigation_timeout: Number(values['mitigation']),
      ...(counting !== '' && { counting_expression: counting }),
    };
  },
};
