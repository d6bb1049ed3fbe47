import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../controls/button.tsx';
import './side-panel.css';

interface SidePanelProps {
  readonly title: ReactNode;
  readonly onClose: () => void;
  /** For content that needs more than a column of text, such as an editor. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

/** Details beside the list, which stays usable. Escape closes it; the focus moves in and returns. */
export function SidePanel({ title, onClose, isWide = false, children }: SidePanelProps) {
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
      className={`side-panel ${isWide ? 'side-panel-wide' : ''}`}
      tabIndex={-1}
      aria-label="Details"
      onKeyDown={(event) => {
        // A box within it has closed already.
        if (event.key === 'Escape' && !event.defaultPrevented) onClose();
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
