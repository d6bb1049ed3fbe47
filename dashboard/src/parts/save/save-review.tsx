import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Notice } from '../../api/api-error.ts';
import { jsonText } from '../code/code-view.tsx';
import { Button } from '../controls/button.tsx';
import { Icon } from '../controls/icon.tsx';
import { ScrollArea } from '../controls/scroll-area.tsx';
import type { ApiCall } from '../copy-as/api-call.ts';
import { CopyAs } from '../copy-as/copy-as.tsx';
import { Failure } from '../states/failure.tsx';
import { Partial } from '../states/partial.tsx';
import { type DifferenceLine, differenceOf, inOrderOf } from './difference.ts';
import { EdgeProof } from './edge-proof.tsx';
import { ReadOnlyNote } from './read-only-note.tsx';
import './save.css';

interface SaveReviewProps {
  /** What the change does, as a heading: "Pause shop.test". */
  readonly title: string;
  /** Text is compared as it is, everything else as JSON. */
  readonly before: unknown;
  readonly after: unknown;
  /** Undefined if the change takes more than one call. */
  readonly call?: ApiCall | undefined;
  readonly save: () => Promise<unknown>;
  /** The zone whose edge has to take over the change; undefined for changes that are not about the edge. */
  readonly zoneId: string | undefined;
  readonly submitLabel: string;
  readonly failure: string;
  /** For what cannot be undone: it has to be typed before the button works. */
  readonly confirmation?: string;
  readonly onCancel: () => void;
  readonly onSaved: () => void;
}

/** The difference before a change, and after it the proof that the edge runs it. */
export function SaveReview(props: SaveReviewProps) {
  const [savedAt, setSavedAt] = useState<number>();
  const [typed, setTyped] = useState('');
  const { confirmation } = props;
  const saving = useMutation({
    mutationFn: props.save,
    onSuccess: () => {
      setSavedAt(performance.now());
      props.onSaved();
    },
  });
  const isSaved = savedAt !== undefined;
  return (
    <section className="save-review" aria-label={props.title}>
      <h3>{props.title}</h3>
      <Difference
        lines={differenceOf(textOf(props.before), textOf(inOrderOf(props.before, props.after)))}
      />
      {saving.error && <Failure error={saving.error} what={props.failure} />}
      {isSaved && (props.zoneId ? <EdgeProof zoneId={props.zoneId} since={savedAt} /> : <Saved />)}
      {noticesOf(saving.data).map(({ message }) => (
        <Partial key={message}>{message}</Partial>
      ))}
      {confirmation !== undefined && !isSaved && (
        <label className="field">
          <span className="field-label">
            This cannot be undone. To confirm, type <code>{confirmation}</code>
          </span>
          <input
            type="text"
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </label>
      )}
      {!isSaved && <ReadOnlyNote />}
      <div className="save-end">
        {!isSaved && (
          <Button
            kind={confirmation === undefined ? 'primary' : 'danger'}
            disabled={saving.isPending || (confirmation !== undefined && typed !== confirmation)}
            onClick={() => saving.mutate()}
          >
            {props.submitLabel}
          </Button>
        )}
        <Button onClick={props.onCancel}>{isSaved ? 'Done' : 'Cancel'}</Button>
        {props.call && <CopyAs call={props.call} />}
      </div>
    </section>
  );
}

/** What the API says about a change that it has made: that it has no effect, for example. */
function noticesOf(response: unknown): readonly Notice[] {
  return (response as { readonly messages?: readonly Notice[] } | undefined)?.messages ?? [];
}

function Saved() {
  return (
    <p className="proof" role="status">
      <Icon name="check" /> Saved
    </p>
  );
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : jsonText(value);
}

const signs = { same: ' ', removed: '−', added: '+' } as const;

export function Difference({ lines }: { lines: readonly DifferenceLine[] }) {
  return (
    <ScrollArea className="difference" label="Difference">
      <pre>
        {lines.map(({ kind, text }, n) => (
          // Lines have no identity but their position.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <span key={n} className={`difference-${kind}`}>
            {signs[kind]} {text}
            {'\n'}
          </span>
        ))}
      </pre>
    </ScrollArea>
  );
}
