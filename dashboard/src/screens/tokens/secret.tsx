import { API_BASE } from '../../api/client.ts';
import { CodeView } from '../../parts/code/code-view.tsx';
import { Button } from '../../parts/controls/button.tsx';
import type { TokenOwner } from './token.ts';

interface SecretProps {
  readonly name: string;
  readonly value: string;
  readonly owner: TokenOwner;
  readonly accountId: string;
  readonly onDone: () => void;
}

/** The secret of a token. The API returns it once, so it is gone when this closes. */
export function Secret({ name, value, owner, accountId, onDone }: SecretProps) {
  const path = owner === 'account' ? `/accounts/${accountId}` : '/user';
  const check = `curl -s '${location.origin}${API_BASE}${path}/tokens/verify' -H 'Authorization: Bearer ${value}'`;
  return (
    <section className="side-panel-stack" aria-label="Secret of the token">
      <p>
        <strong>Copy the secret of {name} now.</strong> It is shown only this once, and cannot be
        read again.
      </p>
      <CodeView label="secret" text={value} />
      <p className="secondary">To check that it works:</p>
      <CodeView label="command" text={check} />
      <div>
        <Button kind="primary" onClick={onDone}>
          I have copied it
        </Button>
      </div>
    </section>
  );
}
