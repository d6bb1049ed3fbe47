import type { Field, FormValues } from '../../parts/form/field.ts';
import { wordsOf } from '../rules/actions.ts';
import { text } from '../rules/form/action-form.ts';
import type { PhaseName, Rule, RuleBody } from '../rules/ruleset.ts';
import { bodyWith, type Deployment, type ManagedRuleset } from './deployment.ts';
import {
  PARANOIA_LEVELS,
  paranoiaLevel,
  readTagLines,
  tagLines,
  withParanoiaLevel,
  withRuleOverride,
} from './overrides.ts';

export const overrideActions = [
  'block',
  'managed_challenge',
  'js_challenge',
  'challenge',
  'log',
] as const;

const byDefault = (label: string) => ({ value: '', label });
export const actionOptions = (label: string) => [
  byDefault(label),
  ...overrideActions.map((value) => ({ value, label: wordsOf(value).label })),
];

/** The rule that acts on the score of all others, if the ruleset has one. */
export function closingRule(ruleset: ManagedRuleset): Rule | undefined {
  return ruleset.rules.find(({ score_threshold: threshold }) => threshold !== undefined);
}

/** The settings of a deployed ruleset. */
export function settingsForm(zoneId: string, ruleset: ManagedRuleset, deployment: Deployment) {
  const closing = closingRule(ruleset);
  const { rule, overrides } = deployment;
  const ofClosing = overrides.rules?.find(({ id }) => id === closing?.id);
  const initial: FormValues = {
    enabled: rule.enabled,
    action: (closing ? ofClosing?.action : overrides.action) ?? '',
    threshold: String(ofClosing?.score_threshold ?? ''),
    paranoia: String(paranoiaLevel(overrides)),
    tags: tagLines(overrides),
    expression: rule.expression ?? 'true',
  };
  return { initial, fields: fieldsFor(zoneId, ruleset, closing), bodyOf };

  function bodyOf(values: FormValues): RuleBody {
    const action = text(values, 'action') || undefined;
    const threshold = text(values, 'threshold');
    const tagged = readTagLines(overrides, text(values, 'tags'));
    const whole = closing
      ? withRuleOverride(withParanoiaLevel(tagged, Number(values['paranoia'])), closing.id, {
          ...ofClosing,
          id: undefined,
          action,
          score_threshold: threshold === '' ? undefined : Number(threshold),
        })
      : { ...tagged, action };
    return {
      ...bodyWith(deployment, whole as typeof tagged),
      enabled: values['enabled'] === true,
      expression: text(values, 'expression'),
    };
  }
}

function fieldsFor(
  zoneId: string,
  ruleset: ManagedRuleset,
  closing: Rule | undefined,
): readonly Field[] {
  const base = '/action_parameters/overrides';
  return [
    { name: 'enabled', label: 'On', kind: 'switch' },
    {
      name: 'action',
      label: closing ? 'Action when the score is reached' : 'Action',
      kind: 'select',
      options: actionOptions(
        closing ? `By default: ${wordsOf(closing.action).label}` : 'As each rule says',
      ),
      pointer: closing ? `${base}/rules` : `${base}/action`,
    },
    ...(closing
      ? ([
          {
            name: 'threshold',
            label: 'Score threshold',
            kind: 'number',
            placeholder: String(closing.score_threshold),
            help: '25 finds more attacks and more false positives, 60 fewer of both. One clear attack reaches 25.',
            pointer: `${base}/rules`,
          },
          {
            name: 'paranoia',
            label: 'Paranoia level',
            kind: 'select',
            options: Array.from({ length: PARANOIA_LEVELS }, (_, n) => ({
              value: String(n + 1),
              label: n === 0 ? '1, by default' : String(n + 1),
            })),
            help: 'Higher levels also count texts that only resemble attacks.',
            pointer: `${base}/categories`,
          },
        ] as const)
      : []),
    {
      name: 'tags',
      label: 'Overrides by tag',
      kind: 'lines',
      placeholder: 'wordpress: log\nphp: off',
      help: 'One per line: a tag, a colon, then an action, "on" or "off". The tags are in the table of rules.',
      pointer: `${base}/categories`,
    },
    {
      name: 'expression',
      label: 'For requests that match',
      kind: 'expression',
      expression: { zoneId, phase: ruleset.phase as PhaseName, use: 'condition' },
      help: '"true" is every request.',
    },
  ];
}
