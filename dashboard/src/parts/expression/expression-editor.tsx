import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching } from '@codemirror/language';
import { lintKeymap } from '@codemirror/lint';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap, placeholder, tooltips } from '@codemirror/view';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { QueryState } from '../states/query-state.tsx';
import { type ExpressionUse, expressionCheck } from './check.ts';
import { expressionCompletion } from './completion.ts';
import { expressionDocumentation } from './documentation.ts';
import { editorTheme } from './editor-theme.ts';
import { expressionLanguage } from './language.ts';
import { type ExpressionPhase, type Reference, referenceQuery } from './reference.ts';
import { Trial } from './trial.tsx';
import './expression.css';

interface ExpressionEditorProps {
  readonly id: string;
  readonly label: string;
  /** Ids of the help and the error of its field. */
  readonly describedBy: string | undefined;
  readonly zoneId: string;
  readonly phase: ExpressionPhase;
  readonly use: ExpressionUse;
  readonly placeholder: string | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** An expression with completion, documentation, errors at their column, and for conditions a way to try it. */
export function ExpressionEditor(props: ExpressionEditorProps) {
  const { zoneId, phase, use, value } = props;
  const reference = useQuery(referenceQuery(zoneId, phase));
  return (
    <QueryState query={reference} what="The language of expressions could not be read">
      {({ result }) => (
        <>
          <Editor {...props} reference={result} />
          {use === 'condition' && <Trial zoneId={zoneId} phase={phase} expression={value} />}
        </>
      )}
    </QueryState>
  );
}

function Editor(props: ExpressionEditorProps & { readonly reference: Reference }) {
  const box = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const latest = useRef(props);
  latest.current = props;
  useEffect(() => {
    const parent = box.current;
    if (!parent) return;
    const extensions = extensionsFor(latest.current, (text) => latest.current.onChange(text));
    const state = EditorState.create({ doc: latest.current.value, extensions });
    const editor = new EditorView({ state, parent });
    view.current = editor;
    return () => editor.destroy();
  }, []);
  // A text from elsewhere, such as a suggestion, replaces what is in the editor.
  useEffect(() => {
    const editor = view.current;
    const now = editor?.state.doc.toString();
    if (!editor || now === props.value) return;
    editor.dispatch({ changes: { from: 0, to: now?.length ?? 0, insert: props.value } });
  }, [props.value]);
  return <div ref={box} className="expression-editor" />;
}

function extensionsFor(
  props: ExpressionEditorProps & { readonly reference: Reference },
  onText: (text: string) => void,
): Extension {
  const { reference, zoneId, phase, use } = props;
  return [
    // The policy of the page admits style elements only with its nonce.
    EditorView.cspNonce.of(pageNonce()),
    editorTheme,
    history(),
    bracketMatching(),
    closeBrackets(),
    EditorView.lineWrapping,
    expressionLanguage(reference),
    autocompletion({ override: [expressionCompletion(reference)], icons: false }),
    expressionDocumentation(reference),
    expressionCheck(zoneId, phase, use),
    // Panels scroll and would cut them.
    tooltips({ position: 'fixed', parent: document.body }),
    placeholder(props.placeholder ?? 'http.host eq "example.com"'),
    // Tab moves on, as in every other field.
    keymap.of([
      ...closeBracketsKeymap,
      ...completionKeymap,
      ...lintKeymap,
      ...historyKeymap,
      ...defaultKeymap,
    ]),
    EditorView.contentAttributes.of({
      id: props.id,
      'aria-label': props.label,
      ...(props.describedBy && { 'aria-describedby': props.describedBy }),
    }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) onText(update.state.doc.toString());
    }),
  ];
}

/** Browsers hide the attribute from scripts, but not the property. */
function pageNonce(): string {
  return document.querySelector<HTMLElement>('[nonce]')?.nonce ?? '';
}
