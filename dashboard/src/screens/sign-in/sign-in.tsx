import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { signIn } from '../../api/session.ts';
import { Failure } from '../../parts/states/failure.tsx';
import { Skeleton } from '../../parts/states/skeleton.tsx';
import { SignInForm } from './sign-in-form.tsx';
import './sign-in.css';

/** The page for visitors without a session. A code from the address signs in at once. */
export function SignIn({ code }: { code: string | undefined }) {
  const byCode = useMutation({ mutationFn: signIn });
  const { mutate } = byCode;
  useEffect(() => {
    if (code !== undefined) mutate({ kind: 'code', code });
  }, [code, mutate]);
  const isWaiting = code !== undefined && !byCode.error;
  return (
    <main className="sign-in">
      <div className="sign-in-box">
        <h1>Sign in to Palisade</h1>
        {byCode.error && (
          <Failure error={byCode.error} what="The link does not sign you in any more" />
        )}
        {isWaiting ? <Skeleton lines={4} /> : <SignInForm onDone={() => undefined} />}
      </div>
    </main>
  );
}
