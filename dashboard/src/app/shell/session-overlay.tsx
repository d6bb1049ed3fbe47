import { queryClient } from '../../api/query-client.ts';
import { sessionState } from '../../api/session.ts';
import { useStore } from '../../api/store.ts';
import { Modal } from '../../parts/controls/modal.tsx';
import { SignInForm } from '../../screens/sign-in/sign-in-form.tsx';

/** Asks to sign in again over the page, which goes on where it was. */
export function SessionOverlay() {
  const { kind } = useStore(sessionState);
  if (kind !== 'ended') return null;
  return (
    <Modal label="Sign in again">
      <h2>Your session has ended</h2>
      <p className="secondary">Sign in again; the page stays as it is.</p>
      <SignInForm onDone={() => void queryClient.invalidateQueries()} />
    </Modal>
  );
}
