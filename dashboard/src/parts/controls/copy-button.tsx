import { useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { copyText } from './copy-text.ts';

const SHOWN_MS = 1500;

export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = () => void copyText(text).then(() => setCopied(true));
  return (
    <>
      <Button
        kind="quiet"
        icon={isCopied ? 'check' : 'copy'}
        label={isCopied ? 'Copied' : label}
        onClick={copy}
      />
      <span className="visually-hidden" role="status">
        {isCopied ? 'Copied' : ''}
      </span>
    </>
  );
}

/** An id or an address: monospace, cut in the middle if it is long, with a button that copies all of it. */
export function CopiedId({ id }: { id: string }) {
  const short = id.length > 14 ? `${id.slice(0, 6)}…${id.slice(-4)}` : id;
  return (
    <span className="copied-id">
      <code title={id}>{short}</code>
      <CopyButton text={id} label={`Copy ${id}`} />
    </span>
  );
}
