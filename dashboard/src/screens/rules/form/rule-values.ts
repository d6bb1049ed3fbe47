import type { Field, FormValues } from '../../../parts/form/field.ts';
import { wordsOf } from '../actions.ts';
import type { PhaseView } from '../phase-views.ts';
import { definitionOf, type Rule, type RuleBody } from '../ruleset.ts';
import { type ActionForm, type Parameters, text } from './action-form.ts';
import { blockForm } from './block-form.ts';
import { jsonForm } from './json-form.ts';
import { rateLimitForm } from './rate-limit-form.ts';
import { redirectForm } from './redirect-form.ts';
import { headersForm, uriForm } from './rewrite-forms.ts';
import { skipForm } from './skip-form.ts';

const noForm: ActionForm = { fields: () => [], read: () => ({}), write: () => undefined };

/** Forms of parameters by action. Rewrites change the URL in one phase, and headers in the others. */
const forms: Readonly<Record<string, ActionForm>> = {
  block: blockForm,
  managed_challenge: noForm,
  js_challenge: noForm,
  challenge: noForm,
  log: noForm,
  skip: skipForm,
  redirect: redirectForm,
  rewrite: headersForm,
  'rewrite http_request_transform': uriForm,
};

const RATE_LIMITS = 'http_ratelimit';

function formOf(action: string, { phase }: PhaseView, stored: Parameters): ActionForm {
  // A redirect by a list has other members.
  if (action === 'redirect' && 'from_list' in stored) return jsonForm;
  return forms[`${action} ${phase}`] ?? forms[action] ?? jsonForm;
}

/** The form of a rule: what it asks for, its first values, and the body that it sends. */
export interface RuleForm {
  readonly fields: (values: FormValues) => readonly Field[];
  readonly initial: FormValues;
  readonly bodyOf: (values: FormValues) => RuleBody;
}

export function ruleForm(view: PhaseView, zoneId: string, rule: Rule | undefined): RuleForm {
  const scope = { zoneId, phase: view.phase };
  const [first = ''] = view.actions;
  const actions = [...new Set([...view.actions, rule?.action ?? first])];
  const parametersOf = (action: string): Parameters =>
    (rule?.action === action && rule.action_parameters) || {};
  const partOf = (action: string) => formOf(action, view, parametersOf(action));
  const hasLimit = view.phase === RATE_LIMITS;
  const actionOf = (values: FormValues) => text(values, 'action');
  return {
    initial: Object.assign(
      {
        description: rule?.description ?? '',
        expression: rule?.expression ?? '',
        action: rule?.action ?? first,
        enabled: rule?.enabled ?? true,
        place: 'last',
      },
      ...actions.map((action) => partOf(action).read(parametersOf(action))),
      hasLimit ? rateLimitForm.read((rule?.ratelimit ?? {}) as Parameters) : {},
    ) as FormValues,
    fields: (values) => [
      {
        name: 'description',
        label: 'Name',
        kind: 'text',
        placeholder: 'What the rule is for',
      },
      {
        name: 'expression',
        label: 'If a request matches',
        kind: 'expression',
        expression: { ...scope, use: 'condition' },
        isRequired: true,
      },
      ...(actions.length > 1
        ? [
            {
              name: 'action',
              label: 'Then',
              kind: 'select',
              options: actions.map((value) => ({ value, label: wordsOf(value).label })),
            } as const,
          ]
        : []),
      ...partOf(actionOf(values)).fields(values, scope),
      ...(hasLimit ? rateLimitForm.fields(values, scope) : []),
      { name: 'enabled', label: 'On', kind: 'switch' },
      ...(rule
        ? []
        : [
            {
              name: 'place',
              label: 'Place',
              kind: 'select',
              options: [
                { value: 'last', label: 'After all other rules' },
                { value: 'first', label: 'Before all other rules' },
              ],
              pointer: '/position',
            } as const,
          ]),
    ],
    bodyOf: (values) => {
      const {
        action_parameters: _,
        description: __,
        logging,
        ...stored
      } = rule ? definitionOf(rule) : {};
      const action = actionOf(values);
      const parameters = partOf(action).write(values);
      const description = text(values, 'description');
      return {
        ...stored,
        ...(logging && action === rule?.action && { logging }),
        action,
        ...(parameters && { action_parameters: parameters }),
        expression: text(values, 'expression'),
        ...((description !== '' || rule?.description !== undefined) && { description }),
        enabled: values['enabled'] === true,
        ...(hasLimit && { ratelimit: rateLimitForm.write(values) as RuleBody['ratelimit'] }),
      } as RuleBody;
    },
  };
}
