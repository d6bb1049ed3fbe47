import { Badge } from '../../parts/controls/badge.tsx';
import type { Column } from '../../parts/table/column.ts';
import type { MoveRow } from '../../parts/table/row-handle.tsx';
import { Table } from '../../parts/table/table.tsx';
import { wordsOf } from './actions.ts';
import { limitText } from './form/rate-limit-form.ts';
import { redirectText } from './form/redirect-form.ts';
import { rateLimits, redirects } from './phase-views.ts';
import { type Rule, ruleName } from './ruleset.ts';

interface RulesTableProps {
  readonly name: string;
  readonly rules: readonly Rule[];
  /** Undefined while a search hides rules. */
  readonly onMove: MoveRow | undefined;
  readonly onToggle: (rule: Rule) => void;
}

/** Rules in the order in which they run. */
export function RulesTable({ name, rules, onMove, onToggle }: RulesTableProps) {
  return (
    <Table
      name={`rules-${name}`}
      label="Rules in their order"
      columns={columns(name, onToggle)}
      rows={rules}
      rowId={({ id }) => id}
      hasPanel
      {...(onMove && { onMove })}
      empty={<p className="table-nothing">No rule has all of these words.</p>}
    />
  );
}

const limit: Column<Rule> = { id: 'limit', title: 'Limit', value: limitText, isSortable: false };

const target: Column<Rule> = {
  id: 'target',
  title: 'Redirects to',
  value: redirectText,
  show: (rule) => (
    <code className="rule-expression" title={redirectText(rule)}>
      {redirectText(rule)}
    </code>
  ),
  isSortable: false,
};

const action: Column<Rule> = {
  id: 'action',
  title: 'Action',
  value: ({ action }) => wordsOf(action).label,
  show: ({ action }) => {
    const { label, tone } = wordsOf(action);
    return <Badge tone={tone}>{label}</Badge>;
  },
  isSortable: false,
};

function columns(phase: string, onToggle: (rule: Rule) => void): readonly Column<Rule>[] {
  return [
    { id: 'rule', title: 'Rule', value: ruleName, isSortable: false },
    // All rules of the phase of redirects have the same action.
    phase === redirects.phase ? target : action,
    ...(phase === rateLimits.phase ? [limit] : []),
    {
      id: 'expression',
      title: 'If',
      value: ({ expression }) => expression,
      show: ({ expression }) => (
        <code className="rule-expression" title={expression}>
          {expression}
        </code>
      ),
      isSortable: false,
    },
    {
      id: 'enabled',
      title: 'On',
      value: ({ enabled }) => String(enabled),
      show: (rule) => (
        <input
          type="checkbox"
          aria-label={`On: ${ruleName(rule)}`}
          checked={rule.enabled}
          onChange={() => onToggle(rule)}
        />
      ),
      isSortable: false,
    },
  ];
}
