import { type KeyboardEvent, type ReactNode, useId } from 'react';

export interface Tab {
  readonly id: string;
  readonly label: string;
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly open: string;
  readonly onOpen: (id: string) => void;
  readonly children: ReactNode;
}

export function Tabs({ label, tabs, open, onOpen, children }: TabsProps) {
  const id = useId();
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const at = tabs.findIndex((tab) => tab.id === open);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (!next) return;
    onOpen(next.id);
    document.getElementById(`${id}-${next.id}`)?.focus();
  };
  return (
    <div className="tabs">
      <div className="tab-list" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            id={`${id}-${tab.id}`}
            type="button"
            role="tab"
            className="tab"
            aria-selected={tab.id === open}
            aria-controls={`${id}-content`}
            tabIndex={tab.id === open ? 0 : -1}
            onClick={() => onOpen(tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div id={`${id}-content`} role="tabpanel" aria-labelledby={`${id}-${open}`}>
        {children}
      </div>
    </div>
  );
}
