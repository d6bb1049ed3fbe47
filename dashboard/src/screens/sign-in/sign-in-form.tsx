import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type Credential, signIn } from '../../api/session.ts';
import { Button } from '../../parts/controls/button.tsx';
import { Tabs } from '../../parts/controls/tabs.tsx';
import { Failure } from '../../parts/states/failure.tsx';

const kinds = [
  { id: 'token', label: 'Token' },
  { id: 'key', label: 'Email and key' },
] as const;

/** Exchanges a credential for a session. The credential is not kept. */
export function SignInForm({ onDone }: { onDone: () => void }) {
  const [kind, setKind] = useState<string>('token');
  const signingIn = useMutation({ mutationFn: signIn, onSuccess: onDone });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const credential = credentialIn(kind, new FormData(event.currentTarget));
    if (credential) signingIn.mutate(credential);
  };
  return (
    <Tabs label="Sign in with" tabs={kinds} open={kind} onOpen={setKind}>
      <form className="sign-in-form" onSubmit={submit}>
        {kind === 'token' ? <TokenField /> : <KeyFields />}
        {signingIn.error && <Failure error={signingIn.error} what="You are not signed in" />}
        <Button type="submit" kind="primary" disabled={signingIn.isPending}>
          Sign in
        </Button>
      </form>
    </Tabs>
  );
}

function TokenField() {
  return (
    <label className="field">
      <span className="field-label">API token</span>
      <input
        name="token"
        type="password"
        autoComplete="current-password"
        spellCheck={false}
        required
        // The only field of the page, and its purpose.
        // biome-ignore lint/a11y/noAutofocus: see above
        autoFocus
      />
      <span className="field-help">
        The first start of a node stores the token of the administrator in{' '}
        <code>data/admin-token</code>.
      </span>
    </label>
  );
}

function KeyFields() {
  return (
    <>
      <label className="field">
        <span className="field-label">Email</span>
        <input name="email" type="email" autoComplete="username" required />
      </label>
      <label className="field">
        <span className="field-label">API key</span>
        <input name="key" type="password" autoComplete="current-password" required />
        <span className="field-help">
          The key of the first user is in <code>data/admin-key</code>.
        </span>
      </label>
    </>
  );
}

function credentialIn(kind: string, data: FormData): Credential | undefined {
  const text = (name: string) => String(data.get(name) ?? '').trim();
  if (kind === 'token') return { kind: 'token', token: text('token') };
  return { kind: 'key', email: text('email'), key: text('key') };
}
