import { Badge, type Tone } from '../../../parts/controls/badge.tsx';
import { formatMilliseconds } from '../../../parts/format/numbers.ts';
import {
  type RuleNode,
  ruleTree,
  type TracePhase,
  type TraceRule,
  type TraceValue,
  valueText,
} from './trace-tree.ts';

export function TracePhases({ phases }: { phases: readonly TracePhase[] }) {
  return (
    <ul className="trace-tree" aria-label="Phases and rules">
      {phases.map(({ phase, rules, values }, n) => (
        // A phase may run for the account and for the zone.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <li key={`${phase} ${n}`}>
          <h3>{phase}</h3>
          <RuleNodes nodes={ruleTree(rules)} values={values} />
        </li>
      ))}
    </ul>
  );
}

interface RuleNodesProps {
  readonly nodes: readonly RuleNode[];
  readonly values: readonly TraceValue[];
}

function RuleNodes({ nodes, values }: RuleNodesProps) {
  return (
    <ul>
      {nodes.map(({ rule, children }, n) => (
        // A ruleset may be executed twice.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <li key={`${rule.id} ${n}`}>
          <RuleLine rule={rule} values={values} />
          {children.length > 0 && <RuleNodes nodes={children} values={values} />}
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

function RuleLine({ rule, values }: { rule: TraceRule; values: readonly TraceValue[] }) {
  const { ref, id, action, outcome, condition, fields, took_us: took } = rule;
  const tone = outcome === 'matched' && action === 'execute' ? 'accent' : tones[outcome];
  return (
    <div className="trace-rule">
      <span className="trace-rule-name">
        <strong>{action}</strong> <code title={id}>{ref === id ? `${id.slice(0, 8)}…` : ref}</code>
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
