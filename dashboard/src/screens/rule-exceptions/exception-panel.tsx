import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { callApi } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { Button } from '../../parts/controls/button.tsx';
import { CopiedId } from '../../parts/controls/copy-button.tsx';
import { RelativeTime } from '../../parts/format/relative-time.tsx';
import { SidePanel } from '../../parts/panel/side-panel.tsx';
import { SaveReview } from '../../parts/save/save-review.tsx';
import { Empty } from '../../parts/states/empty.tsx';
import { EventsLink } from '../rules/events-link.tsx';
import { type ExceptedRules, isOver, type RuleException, valueName } from './exception.ts';

const DELETE = 'DELETE /zones/{zone_id}/rule_exceptions/{exception_id}';

interface ExceptionPanelProps {
  readonly zoneId: string;
  /** Undefined if there is none with the id in the address. */
  readonly exception: RuleException | undefined;
  readonly rules: ExceptedRules;
  readonly onClose: () => void;
}

export function ExceptionPanel({ zoneId, rules, onClose, ...props }: ExceptionPanelProps) {
  // The list is read again after deletion; the panel stays with the exception of the decision.
  const [exception] = useState(props.exception);
  const [isDeleting, setDeleting] = useState(false);
  const [isDeleted, setDeleted] = useState(false);
  if (!exception) {
    return (
      <SidePanel title="Exception" onClose={onClose}>
        <Empty icon="unlink" title="There is no such exception">
          It may have been deleted since the address was copied.
        </Empty>
      </SidePanel>
    );
  }
  return (
    <SidePanel title="Exception" onClose={onClose}>
      <div className="side-panel-stack">
        <Facts zoneId={zoneId} exception={exception} rule={rules.get(exception.rule_id)} />
        <p>
          <EventsLink zoneId={zoneId} ruleId={exception.rule_id} />
        </p>
        {isDeleting ? (
          <DeleteReview
            zoneId={zoneId}
            exception={exception}
            onCancel={() => (isDeleted ? onClose() : setDeleting(false))}
            onSaved={() => setDeleted(true)}
          />
        ) : (
          <div>
            <Button kind="danger" onClick={() => setDeleting(true)}>
              Delete the exception
            </Button>
          </div>
        )}
      </div>
    </SidePanel>
  );
}

interface FactsProps {
  readonly zoneId: string;
  readonly exception: RuleException;
  /** Undefined until the rulesets are read. */
  readonly rule: { readonly name: string; readonly rulesetId: string } | undefined;
}

function Facts({ zoneId, exception, rule }: FactsProps) {
  const { rule_id: ruleId, expires_at: end } = exception;
  return (
    <dl className="facts">
      <dt>Rule</dt>
      <dd>
        {rule ? (
          <Link
            to={`/zones/${zoneId}/security/managed-rules`}
            search={{ tab: rule.rulesetId, panel: ruleId }}
          >
            {rule.name}
          </Link>
        ) : (
          ruleId
        )}
      </dd>
      <dt>Does not look at</dt>
      <dd>{valueName(exception)}</dd>
      <dt>On path</dt>
      <dd>{exception.path}</dd>
      <dt>Reason</dt>
      <dd>{exception.reason}</dd>
      <dt>{isOver(exception) ? 'Ended' : 'Ends'}</dt>
      <dd>{end ? <RelativeTime time={end} /> : 'never'}</dd>
      <dt>Made</dt>
      <dd>
        <RelativeTime time={exception.created_at} />
      </dd>
      <dt>Id</dt>
      <dd>
        <CopiedId id={exception.id} />
      </dd>
    </dl>
  );
}

interface DeleteReviewProps {
  readonly zoneId: string;
  readonly exception: RuleException;
  readonly onCancel: () => void;
  readonly onSaved: () => void;
}

function DeleteReview({ zoneId, exception, onCancel, onSaved }: DeleteReviewProps) {
  const { id, created_at, last_updated, ...definition } = exception;
  const params = { zone_id: zoneId, exception_id: id };
  return (
    <SaveReview
      title="Delete the exception"
      before={definition}
      after={undefined}
      call={{ operation: DELETE, params }}
      save={() => callApi(DELETE, { params })}
      zoneId={zoneId}
      submitLabel="Delete"
      failure="The exception is as it was"
      onCancel={onCancel}
      onSaved={() => {
        onSaved();
        void queryClient.invalidateQueries();
      }}
    />
  );
}
