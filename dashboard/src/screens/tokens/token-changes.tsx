import { callApi } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { SaveReview } from '../../parts/save/save-review.tsx';
import type { Token, TokenOwner } from './token.ts';

interface ChangeProps {
  readonly token: Token;
  readonly owner: TokenOwner;
  readonly accountId: string;
  readonly onSecret: (value: string) => void;
  readonly onClose: () => void;
  readonly onCancel: () => void;
}

/** The operations and parameters of the tokens of an account, or of the user. */
function callsOf(owner: TokenOwner, accountId: string, tokenId: string) {
  const token = { token_id: tokenId };
  const params = { account_id: accountId, ...token };
  if (owner === 'account') {
    const roll = 'PUT /accounts/{account_id}/tokens/{token_id}/value';
    const revoke = 'DELETE /accounts/{account_id}/tokens/{token_id}';
    return {
      roll: { operation: roll, params, send: () => callApi(roll, { params }) },
      revoke: { operation: revoke, params, send: () => callApi(revoke, { params }) },
    };
  }
  const roll = 'PUT /user/tokens/{token_id}/value';
  const revoke = 'DELETE /user/tokens/{token_id}';
  return {
    roll: { operation: roll, params: token, send: () => callApi(roll, { params: token }) },
    revoke: { operation: revoke, params: token, send: () => callApi(revoke, { params: token }) },
  };
}

/** A new secret for the same token; the old one ends at once. */
export function RollReview({ token, owner, accountId, onSecret, onCancel }: ChangeProps) {
  const { roll } = callsOf(owner, accountId, token.id);
  return (
    <SaveReview
      title={`Roll the secret of ${token.name}`}
      before={{ secret: 'the present one' }}
      after={{ secret: 'a new one; the present one ends at once' }}
      call={roll}
      save={async () => onSecret((await roll.send()).result)}
      zoneId={undefined}
      submitLabel="Roll"
      failure="The secret is as it was"
      onCancel={onCancel}
      onSaved={() => void queryClient.invalidateQueries()}
    />
  );
}

export function RevokeReview({ token, owner, accountId, onClose, onCancel }: ChangeProps) {
  const { revoke } = callsOf(owner, accountId, token.id);
  return (
    <SaveReview
      title={`Revoke ${token.name}`}
      before={{ token: token.name, status: token.status }}
      after={{ token: token.name, status: 'revoked, for ever' }}
      call={revoke}
      save={revoke.send}
      zoneId={undefined}
      submitLabel="Revoke the token"
      failure="The token was not revoked"
      confirmation={token.name}
      onCancel={onCancel}
      onSaved={() => {
        onClose();
        void queryClient.invalidateQueries();
      }}
    />
  );
}
