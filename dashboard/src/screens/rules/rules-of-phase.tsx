import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { usePageSearch } from '../../parts/address/use-page-search.ts';
import { useSearchText } from '../../parts/address/use-search-text.ts';
import { Button } from '../../parts/controls/button.tsx';
import { CopyAs } from '../../parts/copy-as/copy-as.tsx';
import { Empty } from '../../parts/states/empty.tsx';
import { QueryState } from '../../parts/states/query-state.tsx';
import { Skeleton } from '../../parts/states/skeleton.tsx';
import { SearchField } from '../../parts/table/search-field.tsx';
import { DraftReview } from './draft-review.tsx';
import { foundRules } from './found-rules.ts';
import type { PhaseView } from './phase-views.ts';
import { draftedRules, movedTo, noDraft } from './rule-draft.ts';
import { RulePanel } from './rule-panel.tsx';
import { RulesTable } from './rules-table.tsx';
import { entryPointQuery, type Rule, type Ruleset } from './ruleset.ts';
import './rules.css';

/** The panel for a rule that does not exist yet. */
export const NEW = 'new';

interface RulesOfPhaseProps {
  readonly zoneId: string;
  readonly view: PhaseView;
  /** Undefined if the page has a heading above its tabs. */
  readonly heading?: string;
}

/** The rules of a zone in one phase: their order, switches, and the panel of one rule. */
export function RulesOfPhase({ zoneId, view, heading }: RulesOfPhaseProps) {
  const query = useQuery(entryPointQuery(zoneId, view.phase));
  const [search, change] = usePageSearch();
  const add = () => change({ panel: NEW });
  const hasRules = (query.data?.rules.length ?? 0) > 0;
  return (
    <div className="rules">
      <div className="page-header">
        {heading ? (
          <h1>{heading}</h1>
        ) : (
          <p className="secondary rules-purpose">{hasRules && view.purpose}</p>
        )}
        <div className="page-actions">
          <CopyAs
            call={{
              operation: 'GET /zones/{zone_id}/rulesets/phases/{phase}/entrypoint',
              params: { zone_id: zoneId, phase: view.phase },
            }}
          />
          {hasRules && (
            <Button kind="primary" icon="plus" onClick={add}>
              Add a {view.noun}
            </Button>
          )}
        </div>
      </div>
      <QueryState
        query={query}
        what="The rules could not be read"
        skeleton={<Skeleton lines={6} height={20} />}
      >
        {(ruleset) => (
          <>
            {ruleset && ruleset.rules.length > 0 ? (
              <OrderedRules zoneId={zoneId} ruleset={ruleset} />
            ) : (
              <NoRules view={view} onAdd={add} />
            )}
            {search.panel && (
              <RulePanel
                key={search.panel}
                zoneId={zoneId}
                view={view}
                ruleset={ruleset}
                ruleId={search.panel === NEW ? undefined : search.panel}
                onClose={() => change({ panel: undefined })}
              />
            )}
          </>
        )}
      </QueryState>
    </div>
  );
}

function OrderedRules({ zoneId, ruleset }: { zoneId: string; ruleset: Ruleset }) {
  const [draft, setDraft] = useState(noDraft);
  const [text, setText] = useSearchText();
  const isSearch = text.trim() !== '';
  const rules = draftedRules(ruleset.rules, draft);
  const move = (id: string, to: number) =>
    setDraft((before) => {
      const order = draftedRules(ruleset.rules, before).map((rule) => rule.id);
      return { ...before, order: movedTo(order, id, to) };
    });
  const toggle = ({ id, enabled }: Rule) =>
    setDraft((before) => ({
      ...before,
      enabled: new Map([...before.enabled, [id, !enabled]]),
    }));
  return (
    <>
      <div className="rules-search">
        <SearchField
          label="Search the rules"
          placeholder="Search names, expressions, ids"
          text={text}
          onText={setText}
        />
        {isSearch && (
          <span className="secondary">
            To move rules, clear the search: their order includes the rules that it hides.
          </span>
        )}
      </div>
      <RulesTable
        name={ruleset.phase}
        rules={foundRules(rules, text, (rule) => rule)}
        onMove={isSearch ? undefined : move}
        onToggle={toggle}
      />
      <DraftReview
        zoneId={zoneId}
        ruleset={ruleset}
        drafted={rules}
        onDone={() => setDraft(noDraft)}
      />
    </>
  );
}

function NoRules({ view, onAdd }: { view: PhaseView; onAdd: () => void }) {
  return (
    <Empty
      icon="rules"
      title={`Add the first ${view.noun}`}
      action={
        <Button kind="primary" icon="plus" onClick={onAdd}>
          Add a {view.noun}
        </Button>
      }
      guide={view.guide}
    >
      {view.purpose}
    </Empty>
  );
}
