import { useMemo } from 'react';
import { useSearchText } from '../../parts/address/use-search-text.ts';
import { Badge } from '../../parts/controls/badge.tsx';
import type { Column } from '../../parts/table/column.ts';
import { SearchField } from '../../parts/table/search-field.tsx';
import { Table } from '../../parts/table/table.tsx';
import { wordsOf } from '../rules/actions.ts';
import { foundRules } from '../rules/found-rules.ts';
import type { Rule } from '../rules/ruleset.ts';
import type { EffectiveRule } from './overrides.ts';

export interface ManagedRow {
  readonly rule: Rule;
  readonly effect: EffectiveRule;
}

const columns: readonly Column<ManagedRow>[] = [
  { id: 'rule', title: 'Rule', value: ({ rule }) => rule.description ?? rule.ref },
  {
    id: 'action',
    title: 'Action',
    value: ({ effect }) => wordsOf(effect.action).label,
    show: ({ effect }) => {
      const { label, tone } = wordsOf(effect.action);
      return <Badge tone={tone}>{label}</Badge>;
    },
    isFilterable: true,
  },
  {
    id: 'on',
    title: 'State',
    value: ({ effect }) => (effect.enabled ? 'On' : 'Off'),
    isFilterable: true,
  },
  {
    id: 'override',
    title: 'Override',
    value: ({ effect }) => (effect.isOverridden ? 'Yes' : 'No'),
    isFilterable: true,
  },
  {
    id: 'tags',
    title: 'Tags',
    value: ({ rule }) => rule.categories?.join(', '),
    isSortable: false,
  },
];

/** The rules of a managed ruleset as they run, with a search in their texts, tags and ids. */
export function ManagedRulesTable({ name, rows }: { name: string; rows: readonly ManagedRow[] }) {
  const [text, setText] = useSearchText();
  const found = useMemo(() => foundRules(rows, text, ({ rule }) => rule), [rows, text]);
  return (
    <>
      <SearchField
        label="Search the rules"
        placeholder="Search descriptions, tags, ids"
        text={text}
        onText={setText}
      />
      <Table
        name={`managed-${name}`}
        label="Rules of the ruleset"
        columns={columns}
        rows={found}
        rowId={({ rule }) => rule.id}
        hasPanel
        empty={<p className="table-nothing">No rule has all of these words.</p>}
      />
    </>
  );
}
