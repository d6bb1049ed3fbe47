import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { jsonText } from '../code/code-view.tsx';
import { Button } from '../controls/button.tsx';
import { ScrollArea } from '../controls/scroll-area.tsx';
import type { ApiCall } from '../copy-as/api-call.ts';
import { CopyAs } from '../copy-as/copy-as.tsx';
import { Failure } from '../states/failure.tsx';
import { type DifferenceLine, differenceOf } from './difference.ts';
import { EdgeProof } from './edge-proof.tsx';
import './save.css';

interface SaveReviewProps {
  /** What the change does, as a heading: "Pause shop.test". */
  readonly title: string;
  readonly before: unknown;
  readonly after: unknown;
  /** Undefined if the change takes more than one call. */
  readonly call?: ApiCall | undefined;
  readonly save: () => Promise<unknown>;
  /** The zone whose edge has to take over the change. */
  readonly zoneId: string;
  readonly submitLabel: string;
  readonly failure: string;
  readonly onCancel: () => void;
  readonly onSaved: () => void;
}

/** The difference before a change, and after it the proof that the edge runs it. */
export function SaveReview(props: SaveReviewProps) {
  const [savedAt, setSavedAt] = useState<number>();
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
      <Difference lines={differenceOf(jsonText(props.before), jsonText(props.after))} />
      {saving.error && <Failure error={saving.error} what={props.failure} />}
      {isSaved && <EdgeProof zoneId={props.zoneId} since={savedAt} />}
      <div className="save-end">
        {!isSaved && (
          <Button kind="primary" disabled={saving.isPending} onClick={() => saving.mutate()}>
            {props.submitLabel}
          </Button>
        )}
        <Button onClick={props.onCancel}>{isSaved ? 'Done' : 'Cancel'}</Button>
        {props.call && <CopyAs call={props.call} />}
      </div>
    </section>
  );
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
