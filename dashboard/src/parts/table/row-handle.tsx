import type { PointerEvent } from 'react';
import { Icon } from '../controls/icon.tsx';

/** Moves a row to a position, counted from 0. */
export type MoveRow = (id: string, to: number) => void;

interface RowHandleProps {
  readonly id: string;
  readonly at: number;
  readonly count: number;
  readonly onMove: MoveRow;
}

/** The row as the table shows it, for the search below the pointer. */
const ROW = 'tr[data-row]';

/** Moves its row: dragged by a pointer, or by the arrow keys, Home and End while it has the focus. */
export function RowHandle({ id, at, count, onMove }: RowHandleProps) {
  const move = (to: number) => {
    if (to !== at && to >= 0 && to < count) onMove(id, to);
  };
  return (
    <button
      type="button"
      className="row-handle"
      aria-label={`Move, position ${at + 1} of ${count}. Use the arrow keys`}
      title="Drag, or use the arrow keys"
      onPointerDown={(event) => startDrag(event, id, onMove)}
      onKeyDown={(event) => {
        const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: count - 1 }[event.key];
        if (to === undefined) return;
        event.preventDefault();
        move(to);
      }}
    >
      <Icon name="drag" />
    </button>
  );
}

/** The window listens, because the row of the handle moves in the document while it is dragged. */
function startDrag(event: PointerEvent<HTMLElement>, id: string, onMove: MoveRow): void {
  if (event.button !== 0) return;
  const body = event.currentTarget.closest('tbody');
  const drag = ({ clientX, clientY }: globalThis.PointerEvent) => {
    const over = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>(ROW);
    if (!over || !body?.contains(over) || over.dataset['row'] === id) return;
    onMove(id, [...body.querySelectorAll(ROW)].indexOf(over));
  };
  const end = () => {
    removeEventListener('pointermove', drag);
    removeEventListener('pointerup', end);
    removeEventListener('pointercancel', end);
  };
  addEventListener('pointermove', drag);
  addEventListener('pointerup', end);
  addEventListener('pointercancel', end);
}
