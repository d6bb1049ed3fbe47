import { useState } from 'react';
import { JsonView } from '../../parts/code/code-view.tsx';
import { Badge } from '../../parts/controls/badge.tsx';
import { Button } from '../../parts/controls/button.tsx';
import { CopiedId } from '../../parts/controls/copy-button.tsx';
import { RelativeTime } from '../../parts/format/relative-time.tsx';
import { statusTones, type Token, type TokenOwner } from './token.ts';
import { RevokeReview, RollReview } from './token-changes.tsx';

interface TokenDetailsProps {
  readonly token: Token;
  readonly owner: TokenOwner;
  readonly accountId: string;
  /** After rolling: the new secret. */
  readonly onSecret: (value: string) => void;
  readonly onClose: () => void;
}

export function TokenDetails(props: TokenDetailsProps) {
  const { token } = props;
  const [change, setChange] = useState<'roll' | 'revoke'>();
  const { in: allowed = [], not_in: refused = [] } = token.condition?.request_ip ?? {};
  return (
    <div className="side-panel-stack">
      <dl className="facts">
        <dt>State</dt>
        <dd>
          <Badge tone={statusTones[token.status]}>{token.status}</Badge>
        </dd>
        <dt>Last used</dt>
        <dd>{token.last_used_on ? <RelativeTime time={token.last_used_on} /> : 'never'}</dd>
        <dt>Expires</dt>
        <dd>{token.expires_on ? <RelativeTime time={token.expires_on} /> : 'never'}</dd>
        <dt>Issued</dt>
        <dd>
          <RelativeTime time={token.issued_on} />
        </dd>
        {allowed.length > 0 && <dt>Only from</dt>}
        {allowed.length > 0 && <dd>{allowed.join(', ')}</dd>}
        {refused.length > 0 && <dt>Not from</dt>}
        {refused.length > 0 && <dd>{refused.join(', ')}</dd>}
        <dt>Id</dt>
        <dd>
          <CopiedId id={token.id} />
        </dd>
      </dl>
      <section aria-labelledby="policies">
        <h3 id="policies">Permissions</h3>
        {token.policies.map(({ id, effect, permission_groups: groups, resources }) => (
          <div key={id} className="policy">
            <p>
              <span className="secondary">{effect}</span>{' '}
              {groups.map(({ name }) => name).join(', ')}
            </p>
            <details>
              <summary>On these resources</summary>
              <JsonView value={resources} label="resources" />
            </details>
          </div>
        ))}
      </section>
      {change === undefined && (
        <div className="page-actions">
          <Button onClick={() => setChange('roll')}>Roll the secret</Button>
          <Button kind="danger" onClick={() => setChange('revoke')}>
            Revoke
          </Button>
        </div>
      )}
      {change === 'roll' && <RollReview {...props} onCancel={() => setChange(undefined)} />}
      {change === 'revoke' && <RevokeReview {...props} onCancel={() => setChange(undefined)} />}
    </div>
  );
}
