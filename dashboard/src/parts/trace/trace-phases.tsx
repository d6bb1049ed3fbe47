import { useZoneId } from '../address/scope.ts';
import { Badge } from '../controls/badge.tsx';
import type { Tone } from '../controls/tone.ts';
import { formatMilliseconds } from '../format/numbers.ts';
import {
  type RuleNode,
  ruleTree,
  type TracePhase,
  type TraceRule,
  type TraceValue,
  valueText,
} from './trace-tree.ts';
import { useRuleNames } from './use-rule-names.ts';

interface TracePhasesProps {
  readonly phases: readonly TracePhase[];
  readonly ruleNames: ReadonlyMap<string, string> | undefined;
}

/** Phases, the rules in them, and below a rule those of the ruleset that it executes. */
export function TracePhases({ phases, ruleNames: known = new Map() }: TracePhasesProps) {
  const described = useRuleNames(useZoneId(), phases);
  const ruleNames = new Map([...described, ...known]);
  return (
    <ul className="trace-tree" aria-label="Phases and rules">
      {phases.map(({ phase, rules, values }, n) => (
        // A phase may run for the account and for the zone.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <li key={`${phase} ${n}`}>
          <h3>{phase}</h3>
          <RuleNodes nodes={ruleTree(rules)} values={values} ruleNames={ruleNames} />
        </li>
      ))}
    </ul>
  );
}

interface RuleNodesProps {
  readonly nodes: readonly RuleNode[];
  readonly values: readonly TraceValue[];
  readonly ruleNames: ReadonlyMap<string, string>;
}

function RuleNodes({ nodes, values, ruleNames }: RuleNodesProps) {
  return (
    <ul>
      {nodes.map(({ rule, children }, n) => (
        // A ruleset may be executed twice.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <li key={`${rule.id} ${n}`}>
          <RuleLine rule={rule} values={values} name={ruleNames.get(rule.id)} />
          {children.length > 0 && (
            <RuleNodes nodes={children} values={values} ruleNames={ruleNames} />
          )}
        </li>
      ))}
    </ul>
  );
}

const tones: Readonly<Record<TraceRule['outcome'], Tone>> = {
  matched: 'bad',
  'not matched': 'neutral',
  skipped: 'neutral',
  failed: 'warning',
  'not reached': 'neutral',
};

interface RuleLineProps {
  readonly rule: TraceRule;
  readonly values: readonly TraceValue[];
  readonly name: string | undefined;
}

function RuleLine({ rule, values, name }: RuleLineProps) {
  const { ref, id, action, outcome, condition, fields, took_us: took } = rule;
  const tone = outcome === 'matched' && action === 'execute' ? 'accent' : tones[outcome];
  return (
    <div className="trace-rule">
      <span className="trace-rule-name">
        <strong>{action}</strong>{' '}
        {name ?? <code title={id}>{ref === id ? `${id.slice(0, 8)}…` : ref}</code>}
      </span>
      <Badge tone={tone}>{outcome}</Badge>
      <span className="secondary">
        {condition !== null && `condition ${condition}`}
        {took !== null && ` ${formatMilliseconds(took / 1000)}`}
      </span>
      {fields.length > 0 && (
        <dl className="trace-values">
          {fields.flatMap((field) =>
            values
              .filter(({ name }) => name === field)
              .map((value, n) => (
                // Ambiguous requests have several values of a field.
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                <div key={`${field} ${n}`}>
                  <dt>
                    <code>{field}</code>
                  </dt>
                  <dd className={value.state === 'shown' ? '' : 'secondary'}>{valueText(value)}</dd>
                </div>
              )),
          )}
        </dl>
      )}
    </div>
  );
}
