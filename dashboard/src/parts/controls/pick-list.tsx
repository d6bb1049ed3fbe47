import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Icon, type IconName } from './icon.tsx';

export interface PickItem {
  readonly id: string;
  readonly label: string;
  readonly detail?: string;
  readonly group?: string;
  readonly icon?: IconName;
  readonly isCurrent?: boolean;
}

interface PickListProps<Item extends PickItem> {
  readonly label: string;
  readonly placeholder: string;
  readonly items: readonly Item[];
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onPick: (item: Item) => void;
  /** Shown when there are no items. */
  readonly empty: ReactNode;
}

/** A field with the items that match it below; the arrow keys choose, Enter picks. */
export function PickList<Item extends PickItem>(props: PickListProps<Item>) {
  const { items, text, onText, onPick } = props;
  const [chosen, setChosen] = useState(0);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const at = Math.min(chosen, items.length - 1);

  useEffect(() => input.current?.focus(), []);
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' });
  }, [at]);

  const onKeyDown = (event: KeyboardEvent) => {
    const item = items[at];
    if (event.key === 'Enter' && item) onPick(item);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter' || step) event.preventDefault();
    if (step) setChosen((at + step + items.length) % Math.max(items.length, 1));
  };

  return (
    <div className="pick-list">
      <div className="pick-list-field">
        <Icon name="search" />
        <input
          ref={input}
          type="text"
          role="combobox"
          aria-label={props.label}
          aria-expanded={items.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={items[at] ? `${id}-${at}` : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder={props.placeholder}
          value={text}
          onChange={(event) => {
            setChosen(0);
            onText(event.target.value);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      {items.length === 0 && <p className="pick-list-empty">{props.empty}</p>}
      <div
        className="pick-list-items"
        id={`${id}-list`}
        role="listbox"
        aria-label={props.label}
        ref={list}
      >
        {items.map((item, n) => (
          // The field has the keyboard: it names the chosen option.
          // biome-ignore lint/a11y/useKeyWithClickEvents: see above
          <div
            key={item.id}
            id={`${id}-${n}`}
            role="option"
            tabIndex={-1}
            aria-selected={n === at}
            className="pick-item"
            onPointerMove={() => setChosen(n)}
            onClick={() => onPick(item)}
          >
            {item.icon && <Icon name={item.icon} />}
            <span className="pick-item-label">{item.label}</span>
            {item.detail && <span className="pick-item-detail">{item.detail}</span>}
            {item.isCurrent && <Icon name="check" />}
          </div>
        ))}
      </div>
    </div>
  );
}
