import { useState } from 'react';
import { queryClient } from '../../api/query-client.ts';
import { Button } from '../../parts/controls/button.tsx';
import type { FormValues } from '../../parts/form/field.ts';
import { Form } from '../../parts/form/form.tsx';
import { SidePanel } from '../../parts/panel/side-panel.tsx';
import { SaveReview } from '../../parts/save/save-review.tsx';
import { Empty } from '../../parts/states/empty.tsx';
import { DeleteReview } from './delete-review.tsx';
import { EventsLink } from './events-link.tsx';
import { ruleForm } from './form/rule-values.ts';
import type { PhaseView } from './phase-views.ts';
import { definitionOf, type RuleBody, type Ruleset, ruleName } from './ruleset.ts';
import { checkFailure, checkRule, type RuleTarget, ruleCall, saveRule } from './save-rule.ts';

interface RulePanelProps {
  readonly zoneId: string;
  readonly view: PhaseView;
  readonly ruleset: Ruleset | null;
  /** Undefined for a new rule. */
  readonly ruleId: string | undefined;
  readonly onClose: () => void;
}

/** One rule: a form, then the difference, then the proof that the edge runs it. */
export function RulePanel({ zoneId, view, ruleset, ruleId, onClose }: RulePanelProps) {
  // The list is read again after saving; the panel stays with the rule of the decision.
  const [target] = useState<RuleTarget>(() => ({
    zoneId,
    phase: view.phase,
    ruleset: ruleset ?? undefined,
    rule: ruleset?.rules.find(({ id }) => id === ruleId),
  }));
  const { rule } = target;
  const isGone = ruleId !== undefined && !rule;
  const title = rule ? ruleName(rule) : isGone ? 'Rule' : `New ${view.noun}`;
  return (
    <SidePanel title={title} onClose={onClose} isWide>
      {isGone ? (
        <Empty icon="unlink" title="There is no such rule">
          It may have been deleted since the address was copied.
        </Empty>
      ) : (
        <RuleSteps target={target} view={view} onClose={onClose} />
      )}
    </SidePanel>
  );
}

type Step =
  | { readonly kind: 'edit' }
  | { readonly kind: 'review'; readonly body: RuleBody }
  | { readonly kind: 'delete' };

interface RuleStepsProps {
  readonly target: RuleTarget;
  readonly view: PhaseView;
  readonly onClose: () => void;
}

function RuleSteps({ target, view, onClose }: RuleStepsProps) {
  const [form] = useState(() => ruleForm(view, target.zoneId, target.rule));
  const [values, setValues] = useState(form.initial);
  const [step, setStep] = useState<Step>({ kind: 'edit' });
  const [isSaved, setSaved] = useState(false);
  const { rule, ruleset, zoneId } = target;
  const done = () => (isSaved ? onClose() : setStep({ kind: 'edit' }));
  const saved = () => {
    setSaved(true);
    void queryClient.invalidateQueries();
  };
  if (step.kind === 'delete' && rule && ruleset) {
    return <DeleteReview target={target} rule={rule} onCancel={done} onSaved={saved} />;
  }
  if (step.kind === 'review') {
    return (
      <SaveReview
        title={rule ? `Change ${ruleName(rule)}` : `Add the ${view.noun}`}
        before={rule && definitionOf(rule)}
        after={step.body}
        call={ruleCall(target, step.body)}
        save={() => saveRule(target, step.body)}
        zoneId={zoneId}
        submitLabel="Save"
        failure={`The ${view.noun} was not saved`}
        onCancel={done}
        onSaved={saved}
      />
    );
  }
  const bodyOf = (entered: FormValues): RuleBody => ({
    ...form.bodyOf(entered),
    ...(entered['place'] === 'first' && { position: { before: '' } }),
  });
  const { operation, params } = ruleCall(target, {});
  return (
    <Form
      fields={form.fields}
      initial={values}
      operation={operation}
      params={params}
      toBody={bodyOf}
      submit={async (entered) => {
        await checkRule(target, bodyOf(entered));
        return entered;
      }}
      submitLabel="Review"
      failure={checkFailure(`The ${view.noun}`)}
      onDone={(entered) => {
        setValues(entered);
        setStep({ kind: 'review', body: bodyOf(entered) });
      }}
      end={
        rule && (
          <>
            <Button kind="danger" onClick={() => setStep({ kind: 'delete' })}>
              Delete
            </Button>
            <EventsLink zoneId={zoneId} ruleId={rule.id} />
          </>
        )
      }
    />
  );
}
