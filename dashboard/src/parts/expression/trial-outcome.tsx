import type { ResultOf } from '../../api/client.ts';
import { Icon } from '../controls/icon.tsx';
import { Partial } from '../states/partial.tsx';

type Outcome = NonNullable<ResultOf<'POST /zones/{zone_id}/expressions/evaluate'>['trial']>;
type Clause = Outcome['clauses'][number];

/** The result, and the tree of clauses with the values that they read. */
export function TrialOutcome({ outcome }: { outcome: Outcome }) {
  const { matches, unanimous, unknown, clauses } = outcome;
  return (
    <div className="trial-outcome" role="status">
      <p className="trial-result">
        <Verdict result={matches} />
        {matches ? 'The request matches.' : 'The request does not match.'}
      </p>
      {!unanimous && (
        <Partial>
          Servers read this request in several ways, and only some of them match: a rule that blocks
          acts, a rule that skips does not.
        </Partial>
      )}
      {unknown.length > 0 && (
        <Partial>
          Not part of a described request, so without a value: {unknown.join(', ')}.
        </Partial>
      )}
      <ul className="clauses">
        <ClauseItem clauses={clauses} at={0} />
      </ul>
    </div>
  );
}

const kinds = { and: 'All of', or: 'Any of', xor: 'An odd number of', not: 'Not' } as const;

function ClauseItem({ clauses, at }: { clauses: readonly Clause[]; at: number }) {
  const clause = clauses[at];
  if (!clause) return null;
  const { kind, expression, result, values, parts } = clause;
  return (
    <li className={result ? 'clause clause-true' : 'clause clause-false'}>
      <span className="clause-head">
        <Verdict result={result} />
        {kind === 'condition' ? <code>{expression}</code> : <strong>{kinds[kind]}</strong>}
      </span>
      {values.map(({ name, value }) => (
        <span key={name} className="clause-value">
          <code>{name}</code> {value === null ? <em>has no value</em> : <q>{value}</q>}
        </span>
      ))}
      {parts.length > 0 && (
        <ul>
          {parts.map((part) => (
            <ClauseItem key={part} clauses={clauses} at={part} />
          ))}
        </ul>
      )}
    </li>
  );
}

function Verdict({ result }: { result: boolean }) {
  return (
    <span className={result ? 'verdict verdict-true' : 'verdict verdict-false'}>
      <Icon name={result ? 'check' : 'close'} />
      {String(result)}
    </span>
  );
}
