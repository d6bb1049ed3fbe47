import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../controls/button.tsx';
import './side-panel.css';

interface SidePanelProps {
  readonly title: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Details beside the list, which stays usable. Escape closes it; the focus moves in and returns. */
export function SidePanel({ title, onClose, children }: SidePanelProps) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    panel.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <aside
      ref={panel}
      className="side-panel"
      tabIndex={-1}
      aria-label="Details"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <header>
        <h2>{title}</h2>
        <Button kind="quiet" icon="close" label="Close" onClick={onClose} />
      </header>
      <div className="side-panel-content">{children}</div>
    </aside>
  );
}
