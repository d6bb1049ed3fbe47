import { useState } from 'react';
import { callApi } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { useUnsavedGuard } from '../../parts/form/use-unsaved-guard.ts';
import { SaveReview } from '../../parts/save/save-review.tsx';
import { wordsOf } from './actions.ts';
import { changesBetween, type RuleChange } from './rule-draft.ts';
import {
  assertUnchanged,
  definitionOf,
  type Rule,
  type RuleBody,
  type Ruleset,
  ruleName,
} from './ruleset.ts';

const PATCH = 'PATCH /zones/{zone_id}/rulesets/{ruleset_id}/rules/{rule_id}';

interface DraftReviewProps {
  readonly zoneId: string;
  readonly ruleset: Ruleset;
  readonly drafted: readonly Rule[];
  readonly onDone: () => void;
}

/** What was moved and switched, and saves it rule by rule, so that nobody else's rules are touched. */
export function DraftReview({ zoneId, ruleset, drafted, onDone }: DraftReviewProps) {
  const changes = changesBetween(ruleset.rules, drafted);
  /** Stays while the proof is shown, when the rules are already as wanted. */
  const [saved, setSaved] = useState<readonly Rule[]>();
  useUnsavedGuard(changes.length > 0 && saved === undefined);
  if (changes.length === 0 && !saved) return null;
  const calls = changes.map((change) => callFor(zoneId, ruleset, change));
  const done = () => {
    setSaved(undefined);
    onDone();
  };
  return (
    <div className="rules-draft">
      <SaveReview
        title={saved ? 'Rules changed' : 'Not saved yet'}
        before={linesOf(saved ?? ruleset.rules)}
        after={linesOf(drafted)}
        call={calls.length === 1 ? calls[0] : undefined}
        save={async () => {
          try {
            const switched = changes.filter(({ enabled }) => enabled !== undefined);
            const ids = new Set(switched.map(({ id }) => id));
            const isSwitched = ({ id }: Rule) => ids.has(id);
            await assertUnchanged(zoneId, ruleset, ruleset.rules.filter(isSwitched));
            for (const { params, body } of calls) await callApi(PATCH, { params, body });
            setSaved(ruleset.rules);
          } finally {
            void queryClient.invalidateQueries();
          }
        }}
        zoneId={zoneId}
        submitLabel="Save"
        failure="Not all changes were saved"
        onCancel={done}
        onSaved={() => undefined}
      />
    </div>
  );
}

/** A rule is one line of the difference. */
function linesOf(rules: readonly Rule[]): string {
  const line = (rule: Rule) =>
    `${rule.enabled ? 'on ' : 'off'} ${wordsOf(rule.action).label}: ${ruleName(rule)}`;
  return rules.map(line).join('\n');
}

function callFor(zoneId: string, ruleset: Ruleset, { id, enabled, behind }: RuleChange) {
  const rule = ruleset.rules.find((each) => each.id === id);
  const position = behind === '' ? { before: '' } : { after: behind ?? '' };
  const body: RuleBody = {
    ...(rule && enabled !== undefined && { ...definitionOf(rule), enabled }),
    ...(behind !== undefined && { position }),
  };
  const params = { zone_id: zoneId, ruleset_id: ruleset.id, rule_id: id };
  return { operation: PATCH, params, body } as const;
}
