import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { openSession, queryClient } from '../api/query-client.ts';
import { isAway } from '../api/reachability.ts';
import { sessionState } from '../api/session.ts';
import { useStore } from '../api/store.ts';
import { Icon } from '../parts/controls/icon.tsx';
import { Failure } from '../parts/states/failure.tsx';
import { SignIn } from '../screens/sign-in/sign-in.tsx';
import { router } from './router.tsx';

export function App({ code }: { code: string | undefined }) {
  return (
    <QueryClientProvider client={queryClient}>
      <Content code={code} />
    </QueryClientProvider>
  );
}

function Content({ code }: { code: string | undefined }) {
  const state = useStore(sessionState);
  switch (state.kind) {
    case 'checking':
      return <Opening />;
    case 'unknown':
      return (
        <main className="opening">
          <Failure
            error={state.error}
            what="The dashboard could not be opened"
            onRetry={() => void openSession()}
          />
        </main>
      );
    case 'signed-out':
      return <SignIn code={code} />;
    case 'signed-in':
    case 'ended':
      return <RouterProvider router={router} />;
  }
}

/** Empty for the moment that reading the session takes. */
function Opening() {
  const isWaiting = useStore(isAway);
  return (
    <main className="opening" role="status">
      {isWaiting && (
        <>
          <Icon name="away" /> The API does not respond. The dashboard opens as soon as it does.
        </>
      )}
    </main>
  );
}
