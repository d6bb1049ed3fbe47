import { callApi } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { SaveReview } from '../../parts/save/save-review.tsx';
import { assertUnchanged, definitionOf, type Rule, ruleName } from './ruleset.ts';
import type { RuleTarget } from './save-rule.ts';

interface DeleteReviewProps {
  readonly target: RuleTarget;
  readonly rule: Rule;
  readonly onCancel: () => void;
  readonly onSaved: () => void;
}

/** Deletes one rule: what goes, then the proof. */
export function DeleteReview({ target, rule, onCancel, onSaved }: DeleteReviewProps) {
  const operation = 'DELETE /zones/{zone_id}/rulesets/{ruleset_id}/rules/{rule_id}';
  const params = {
    zone_id: target.zoneId,
    ruleset_id: target.ruleset?.id ?? '',
    rule_id: rule.id,
  };
  return (
    <SaveReview
      title={`Delete ${ruleName(rule)}`}
      before={definitionOf(rule)}
      after={undefined}
      call={{ operation, params }}
      save={async () => {
        if (target.ruleset) await assertUnchanged(target.zoneId, target.ruleset, [rule]);
        return callApi(operation, { params });
      }}
      zoneId={target.zoneId}
      submitLabel="Delete"
      failure="The rule is as it was"
      onCancel={onCancel}
      onSaved={() => {
        onSaved();
        void queryClient.invalidateQueries();
      }}
    />
  );
}
