import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery } from '../../api/api-query.ts';
import { CodeView } from '../../parts/code/code-view.tsx';
import { CopiedId } from '../../parts/controls/copy-button.tsx';
import type { Field, FormValues } from '../../parts/form/field.ts';
import { Form } from '../../parts/form/form.tsx';
import { SidePanel } from '../../parts/panel/side-panel.tsx';
import { QueryState } from '../../parts/states/query-state.tsx';
import { wordsOf } from '../rules/actions.ts';
import { EventsLink } from '../rules/events-link.tsx';
import { text } from '../rules/form/action-form.ts';
import type { Rule, RuleBody } from '../rules/ruleset.ts';
import { checkFailure, checkRule, ruleCall } from '../rules/save-rule.ts';
import { bodyWith, type Deployment, deploymentTarget, type ManagedRuleset } from './deployment.ts';
import { DeploymentReview } from './deployment-review.tsx';
import type { ManagedRow } from './managed-rules-table.tsx';
import { withRuleOverride } from './overrides.ts';
import { actionOptions } from './settings-form.ts';

interface ManagedRulePanelProps {
  readonly zoneId: string;
  readonly ruleset: ManagedRuleset;
  readonly row: ManagedRow;
  readonly deployment: Deployment | undefined;
  readonly onClose: () => void;
}

/** One managed rule: what it is about, what it matches and what not, and its override. */
export function ManagedRulePanel(props: ManagedRulePanelProps) {
  const { zoneId, ruleset, row, deployment, onClose } = props;
  const { rule, effect } = row;
  return (
    <SidePanel title="Managed rule" onClose={onClose} isWide>
      <div className="managed-rule">
        <h3>{rule.description ?? rule.ref}</h3>
        <dl className="facts">
          <dt>Runs as</dt>
          <dd>
            {wordsOf(effect.action).label}, {effect.enabled ? 'on' : 'off'}
          </dd>
          <dt>By default</dt>
          <dd>
            {wordsOf(rule.action).label}, {rule.enabled ? 'on' : 'off'}
          </dd>
          <dt>Tags</dt>
          <dd>{rule.categories?.join(', ') || 'None'}</dd>
          <dt>Id</dt>
          <dd>
            <CopiedId id={rule.id} />
          </dd>
        </dl>
        <EventsLink zoneId={zoneId} ruleId={rule.id} />
        {deployment ? (
          <OverrideSteps
            zoneId={zoneId}
            ruleset={ruleset}
            rule={rule}
            deployment={deployment}
            onClose={onClose}
          />
        ) : (
          <p className="secondary">Deploy the ruleset to override this rule.</p>
        )}
        <Samples zoneId={zoneId} rulesetId={ruleset.id} ruleId={rule.id} />
      </div>
    </SidePanel>
  );
}

type OverrideProps = Omit<ManagedRulePanelProps, 'row' | 'deployment'> & {
  readonly rule: Rule;
  readonly deployment: Deployment;
};

function OverrideSteps({ zoneId, ruleset, rule, onClose, ...props }: OverrideProps) {
  // The deployment is read again after saving; this stays with that of the decision.
  const [deployment] = useState(props.deployment);
  const [body, setBody] = useState<RuleBody>();
  const [isSaved, setSaved] = useState(false);
  const target = deploymentTarget(zoneId, ruleset, deployment);
  const bodyOf = (values: FormValues) => {
    const state = text(values, 'state');
    const threshold = text(values, 'threshold');
    const override = {
      action: text(values, 'action') || undefined,
      enabled: state === '' ? undefined : state === 'on',
      score_threshold: threshold === '' ? undefined : Number(threshold),
    };
    return bodyWith(deployment, withRuleOverride(deployment.overrides, rule.id, override));
  };
  if (body) {
    return (
      <DeploymentReview
        zoneId={zoneId}
        deployment={deployment}
        body={body}
        title="Change the override"
        onClose={isSaved ? onClose : () => setBody(undefined)}
        onSaved={() => setSaved(true)}
      />
    );
  }
  const own = deployment.overrides.rules?.find(({ id }) => id === rule.id);
  const { operation, params } = ruleCall(target, {});
  return (
    <Form
      fields={overrideFields(rule)}
      initial={{
        action: own?.action ?? '',
        state: own?.enabled === undefined ? '' : own.enabled ? 'on' : 'off',
        threshold: String(own?.score_threshold ?? ''),
      }}
      operation={operation}
      params={params}
      toBody={bodyOf}
      submit={async (values) => {
        const wanted = bodyOf(values);
        await checkRule(target, wanted);
        return wanted;
      }}
      submitLabel="Review"
      failure={checkFailure('The override')}
      onDone={setBody}
    />
  );
}

/** Rules that only score have no action of their own. */
function overrideFields(rule: Rule): readonly Field[] {
  return [
    ...(rule.action === 'score'
      ? []
      : [
          {
            name: 'action',
            label: 'Action of this rule',
            kind: 'select',
            options: actionOptions('As the deployment says'),
          } as const,
        ]),
    {
      name: 'state',
      label: 'State of this rule',
      kind: 'select',
      options: [
        { value: '', label: 'As the deployment says' },
        { value: 'on', label: 'On' },
        { value: 'off', label: 'Off' },
      ],
    },
    ...(rule.score_threshold === undefined
      ? []
      : [
          {
            name: 'threshold',
            label: 'Score threshold',
            kind: 'number',
            placeholder: String(rule.score_threshold),
          } as const,
        ]),
  ];
}

interface SamplesProps {
  readonly zoneId: string;
  readonly rulesetId: string;
  readonly ruleId: string;
}

function Samples({ zoneId, rulesetId, ruleId }: SamplesProps) {
  const query = useQuery(
    apiQuery('GET /zones/{zone_id}/rulesets/{ruleset_id}/rules/{rule_id}/samples', {
      params: { zone_id: zoneId, ruleset_id: rulesetId, rule_id: ruleId },
    }),
  );
  return (
    <QueryState query={query} what="The samples could not be read">
      {({ result: { matching, other } }) => (
        <>
          <SampleList title="Matches" samples={matching} />
          <SampleList title="Does not match" samples={other} />
        </>
      )}
    </QueryState>
  );
}

function SampleList({ title, samples }: { title: string; samples: readonly string[] }) {
  if (samples.length === 0) return null;
  return (
    <section className="samples" aria-label={title}>
      <h3>{title}</h3>
      {samples.map((sample) => (
        <CodeView key={sample} text={sample} label={`sample: ${title}`} />
      ))}
    </section>
  );
}
