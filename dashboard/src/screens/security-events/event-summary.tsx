import { useState } from 'react';
import { useZoneId } from '../../parts/address/scope.ts';
import { Button } from '../../parts/controls/button.tsx';
import { CopyAs } from '../../parts/copy-as/copy-as.tsx';
import { findingsOf, placeName, ruleName, type SecurityEvent, scoreOf, verbOf } from './event.ts';
import { EventRequest } from './event-request.tsx';
import { exceptionScopes } from './exception/exception-scope.ts';
import { MakeException } from './exception/make-exception.tsx';
import { RelatedEvents } from './related-events.tsx';
import { ReplayCurl } from './replay-curl.tsx';
import { RuleLink } from './rule-link.tsx';

interface EventSummaryProps {
  readonly event: SecurityEvent;
  readonly others: readonly SecurityEvent[];
}

type Open = 'exception' | 'replay' | undefined;

/** What happened, to which request, and what can be done about it. */
export function EventSummary({ event, others }: EventSummaryProps) {
  const zoneId = useZoneId();
  const [open, setOpen] = useState<Open>();
  const toggle = (one: Open) => setOpen(open === one ? undefined : one);
  return (
    <div className="event-summary">
      <Sentence event={event} />
      <Findings event={event} />
      <div className="event-actions">
        {exceptionScopes(event).length > 0 && (
          <Button expanded={open === 'exception'} onClick={() => toggle('exception')}>
            Make an exception
          </Button>
        )}
        <Button icon="code" expanded={open === 'replay'} onClick={() => toggle('replay')}>
          Replay as curl
        </Button>
        <RuleLink event={event} />
        <CopyAs
          call={{
            operation: 'GET /zones/{zone_id}/security/events',
            params: { zone_id: zoneId },
            query: { ray: event.ray_id },
          }}
        />
      </div>
      {open === 'exception' && <MakeException event={event} onClose={() => toggle(open)} />}
      {open === 'replay' && <ReplayCurl event={event} />}
      <EventRequest event={event} />
      <RelatedEvents event={event} others={others} />
    </div>
  );
}

/** `Blocked by SQL injection in query argument q with score 45`. */
function Sentence({ event }: { event: SecurityEvent }) {
  const [first] = findingsOf(event).flatMap(({ findings }) => findings);
  const score = scoreOf(event);
  return (
    <p className="event-sentence">
      {verbOf(event)} <strong>{ruleName(event)}</strong>
      {first && (
        <>
          {' '}
          in {placeName(first)} {first.field && <code>{first.field}</code>}
        </>
      )}
      {score && ` with score ${score.score}, threshold ${score.threshold}`}
    </p>
  );
}

function Findings({ event }: { event: SecurityEvent }) {
  const rules = findingsOf(event);
  if (rules.length === 0) return null;
  return (
    <ul className="trace-findings" aria-label="Findings">
      {rules.flatMap(({ ruleId, description, points, findings }) =>
        findings.map((finding, n) => (
          // A rule may find the same sign several times in a value.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={`${ruleId} ${n}`}>
            <span>{finding.means}</span>
            <span className="secondary">
              {finding.strength} sign in {placeName(finding)}{' '}
              {finding.field && <code>{finding.field}</code>}
              {points !== undefined && ` · ${description}, ${points} points`}
            </span>
          </li>
        )),
      )}
    </ul>
  );
}
