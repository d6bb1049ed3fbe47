import { EditorView } from '@codemirror/view';

/** The tokens of the dashboard; CodeMirror writes them into a style element with the nonce of the page. */
export const editorTheme = EditorView.theme({
  '&': {
    fontSize: '13px',
    color: 'var(--text)',
    backgroundColor: 'var(--raised)',
    border: '1px solid var(--border-strong)',
    borderRadius: 'var(--radius)',
  },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '2px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.6' },
  '.cm-content': { padding: '6px 4px', minHeight: '58px', caretColor: 'var(--text)' },
  '.cm-placeholder': { color: 'var(--secondary)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground':
    { backgroundColor: 'var(--selected)' },
  '.cm-tooltip': {
    color: 'var(--text)',
    backgroundColor: 'var(--raised)',
    border: '1px solid var(--border)',
    borderRadius: 'var(--radius)',
    boxShadow: 'var(--shadow)',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mono)', fontSize: '12.5px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '3px 8px' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    color: 'var(--text)',
    backgroundColor: 'var(--selected)',
  },
  '.cm-completionDetail': { color: 'var(--secondary)', fontStyle: 'normal' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '600' },
  '.cm-tooltip.cm-completionInfo': { maxWidth: '320px', padding: '8px 12px', fontSize: '13px' },
  '.cm-diagnostic': { padding: '4px 12px', fontSize: '13px', whiteSpace: 'normal' },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--bad)' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--bad)',
    textDecorationSkipInk: 'none',
  },
  '.cm-lintPoint-error::after': { borderBottomColor: 'var(--bad)' },
});
