import { type FormEvent, useState } from 'react';
import { addFilter, type Comparison, comparisons } from '../../parts/address/filter.ts';
import { usePageSearch } from '../../parts/address/use-page-search.ts';
import { Button } from '../../parts/controls/button.tsx';
import { filterFields } from './live-filter.ts';

interface Operator {
  readonly id: string;
  readonly label: string;
  readonly comparison: Comparison | undefined;
  readonly isNegated: boolean;
}

const operator = (comparison: Comparison | undefined, label: string, isNegated = false) => ({
  id: `${isNegated} ${comparison}`,
  label,
  comparison,
  isNegated,
});

const equality = [operator(undefined, 'is'), operator(undefined, 'is not', true)];
const ofText: readonly Operator[] = [
  ...equality,
  operator('starts_with', comparisons.starts_with.label),
  operator('ends_with', comparisons.ends_with.label),
  operator('contains', comparisons.contains.label),
  operator('contains', 'does not contain', true),
];
const ofNumbers: readonly Operator[] = [
  ...equality,
  operator('at_least', comparisons.at_least.label),
  operator('at_most', comparisons.at_most.label),
];

/** A field, an operator and a value become one more filter of the page. */
export function FilterBuilder() {
  const [search, change] = usePageSearch();
  const [key, setKey] = useState('ClientRequestPath');
  const [chosen, setChosen] = useState('');
  const [value, setValue] = useState('');
  const isNumber = filterFields.some((field) => field.key === key && field.isNumber);
  const operators = isNumber ? ofNumbers : ofText;
  const current = operators.find(({ id }) => id === chosen) ?? operators[0];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (value === '' || !current) return;
    const text = current.comparison ? `${current.comparison}:${value}` : value;
    const filter = { column: key, value: text, isNegated: current.isNegated };
    change({ filter: addFilter(search.filter, filter) });
    setValue('');
  };
  return (
    <form className="filter-builder" aria-label="Add a filter" onSubmit={submit}>
      <select aria-label="Field" value={key} onChange={(event) => setKey(event.target.value)}>
        {filterFields.map((field) => (
          <option key={field.key} value={field.key}>
            {field.title}
          </option>
        ))}
      </select>
      <select
        aria-label="Operator"
        value={current?.id}
        onChange={(event) => setChosen(event.target.value)}
      >
        {operators.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </select>
      <input
        aria-label="Value"
        type={isNumber ? 'number' : 'text'}
        placeholder="Value"
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => setValue(event.target.value)}
      />
      <Button type="submit" icon="filter" disabled={value === ''}>
        Add filter
      </Button>
    </form>
  );
}
