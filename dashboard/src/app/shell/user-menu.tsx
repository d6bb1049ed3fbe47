import { useMutation } from '@tanstack/react-query';
import { queryClient } from '../../api/query-client.ts';
import { isReadOnly, sessionState, signOut } from '../../api/session.ts';
import { useStore } from '../../api/store.ts';
import { Button } from '../../parts/controls/button.tsx';
import { Dropdown } from '../../parts/controls/dropdown.tsx';
import { formatTime } from '../../parts/format/times.ts';
import { Failure } from '../../parts/states/failure.tsx';

export function UserMenu() {
  const state = useStore(sessionState);
  const leaving = useMutation({ mutationFn: signOut, onSuccess: () => queryClient.clear() });
  if (state.kind !== 'signed-in' && state.kind !== 'ended') return null;
  const { actor, expires_on } = state.session;
  return (
    <span className="user-menu">
      <Dropdown name="Signed in as" icon="user" shows="" align="end">
        {() => (
          <div className="menu-content">
            <p>
              <strong>{actor.email ?? actor.token_name ?? actor.type}</strong>
            </p>
            {actor.token_name && <p className="secondary">with the token “{actor.token_name}”</p>}
            {isReadOnly(state) && <p className="secondary">which may only read</p>}
            <p className="secondary">until {formatTime(Date.parse(expires_on))}</p>
            {leaving.error && <Failure error={leaving.error} what="You are still signed in" />}
            <Button icon="signOut" onClick={() => leaving.mutate()} disabled={leaving.isPending}>
              Sign out
            </Button>
          </div>
        )}
      </Dropdown>
    </span>
  );
}
