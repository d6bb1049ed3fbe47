import type { UseQueryResult } from '@tanstack/react-query';
import { JsonView } from '../../parts/code/code-view.tsx';
import { Partial } from '../../parts/states/partial.tsx';
import { QueryState } from '../../parts/states/query-state.tsx';
import { Skeleton } from '../../parts/states/skeleton.tsx';
import type { Comparison, ConfiguredRule } from './migration.ts';
import { NewRules } from './new-rules.tsx';
import type { PreviousPart } from './use-previous-version.ts';

interface ReviewProps {
  readonly zoneId: string;
  readonly previous: UseQueryResult<readonly PreviousPart[]>;
  readonly config: UseQueryResult<readonly ConfiguredRule[]>;
  readonly lost: Comparison['not_migrated'];
}

/** The previous configuration beside the new one, and what is not carried over. */
export function Review({ zoneId, previous, config, lost }: ReviewProps) {
  return (
    <>
      <div className="side-by-side">
        <section aria-labelledby="previous-version">
          <h3 id="previous-version">Previous version</h3>
          <QueryState
            query={previous}
            what="The previous configuration could not be read"
            skeleton={<Skeleton lines={5} />}
          >
            {(parts) => (
              <ul className="parts">
                {parts.map(({ kind, name, set }) => (
                  <li key={`${kind} ${name} ${set}`}>
                    <span className="secondary">{kind}</span> {name}
                    <code>{set}</code>
                  </li>
                ))}
              </ul>
            )}
          </QueryState>
        </section>
        <section aria-labelledby="new-version">
          <h3 id="new-version">New version</h3>
          <QueryState
            query={config}
            what="The new configuration could not be made"
            skeleton={<Skeleton lines={5} />}
          >
            {(rules) => (
              <>
                <NewRules zoneId={zoneId} rules={rules} />
                <details>
                  <summary>As JSON</summary>
                  <JsonView value={rules} label="new rules" />
                </details>
              </>
            )}
          </QueryState>
        </section>
      </div>
      {lost.length > 0 && <Lost lost={lost} />}
    </>
  );
}

function Lost({ lost }: { lost: Comparison['not_migrated'] }) {
  return (
    <section className="lost" aria-labelledby="not-carried-over">
      <h3 id="not-carried-over">Not carried over</h3>
      <Partial>
        The OWASP Core Ruleset has its own rules, so these modes have no counterpart. Set exceptions
        in it if you still need them.
      </Partial>
      <ul className="parts">
        {lost.map(({ kind, id, description, mode }) => (
          <li key={`${kind} ${id}`}>
            <span className="secondary">{kind}</span> {description || id}
            <code>{mode}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}
