import { jsonText } from '../../parts/code/code-view.tsx';
import { CopiedId } from '../../parts/controls/copy-button.tsx';
import { RelativeTime } from '../../parts/format/relative-time.tsx';
import { SidePanel } from '../../parts/panel/side-panel.tsx';
import { differenceOf } from '../../parts/save/difference.ts';
import { Difference } from '../../parts/save/save-review.tsx';
import { type AuditEntry, actorText, resourceText } from './audit-query.ts';

interface AuditDetailsProps {
  readonly entry: AuditEntry;
  readonly zoneName: string | undefined;
  readonly onClose: () => void;
}

/** Who changed what, and the difference of the old and the new value. */
export function AuditDetails({ entry, zoneName, onClose }: AuditDetailsProps) {
  const { actor, metadata, resource, oldValueJson: old, newValueJson: now } = entry;
  const hasValues = old !== null || now !== null;
  return (
    <SidePanel title={`${entry.action.type} ${resourceText(entry)}`} onClose={onClose}>
      <div className="side-panel-stack">
        <dl className="facts">
          <dt>When</dt>
          <dd>
            <RelativeTime time={entry.when} />
          </dd>
          <dt>By</dt>
          <dd>{actorText(entry)}</dd>
          {metadata.token_name && <dt>Token</dt>}
          {metadata.token_name && <dd>{metadata.token_name}</dd>}
          {actor.ip && <dt>Address</dt>}
          {actor.ip && <dd>{actor.ip}</dd>}
          {zoneName && <dt>Zone</dt>}
          {zoneName && <dd>{zoneName}</dd>}
          <dt>Resource</dt>
          <dd>
            <CopiedId id={resource.id} />
          </dd>
          <dt>Entry</dt>
          <dd>
            <CopiedId id={entry.id} />
          </dd>
        </dl>
        {hasValues ? (
          <Difference lines={differenceOf(valueText(old), valueText(now))} />
        ) : (
          <p className="secondary">No values are stored for this action.</p>
        )}
      </div>
    </SidePanel>
  );
}

/** A value that did not exist before, or does not any more, has no lines. */
function valueText(value: unknown): string {
  return value === null ? '' : jsonText(value);
}
