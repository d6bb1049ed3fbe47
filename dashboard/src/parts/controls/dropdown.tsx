import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Icon, type IconName } from './icon.tsx';

interface DropdownProps {
  /** What the button is for; read together with what it shows. */
  readonly name: string;
  readonly shows: ReactNode;
  readonly icon?: IconName;
  readonly align?: 'start' | 'end';
  /** The content of the box; it may close it. */
  readonly children: (close: () => void) => ReactNode;
}

/** A button that opens a box below it. Escape and a click elsewhere close it. */
export function Dropdown({ name, shows, icon, align = 'start', children }: DropdownProps) {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = (event: Event) => {
      if (!box.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
    };
  }, [isOpen]);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    // Keys of everything inside bubble to here.
    // biome-ignore lint/a11y/noStaticElementInteractions: only listens to Escape
    <div
      className="dropdown"
      ref={box}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        event.stopPropagation();
        close();
      }}
    >
      <button
        ref={button}
        type="button"
        className="button button-quiet dropdown-button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {icon && <Icon name={icon} />}
        <span className="visually-hidden">{name}: </span>
        <span className="dropdown-shows">{shows}</span>
        <Icon name="chevron" />
      </button>
      {isOpen && <div className={`dropdown-box dropdown-${align}`}>{children(close)}</div>}
    </div>
  );
}
