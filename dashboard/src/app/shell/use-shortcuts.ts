import { useEffect, useRef } from 'react';

interface Shortcuts {
  readonly palette: () => void;
  readonly help: () => void;
}

/** Keys that work on every page, except those without Ctrl or Cmd while a text field has the focus. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const current = useRef(shortcuts);
  current.current = shortcuts;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const withCommand = event.ctrlKey || event.metaKey;
      const isForPalette = withCommand
        ? event.key.toLowerCase() === 'k' && !event.shiftKey && !event.altKey
        : event.key === '/' && !isTyping(event.target);
      const isForHelp = event.key === '?' && !withCommand && !isTyping(event.target);
      if (!isForPalette && !isForHelp) return;
      event.preventDefault();
      if (isForPalette) current.current.palette();
      else current.current.help();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
  );
}
