import { type ReactNode, useLayoutEffect, useRef } from 'react';

interface ModalProps {
  readonly label: string;
  readonly className?: string;
  /** Undefined if it stays open until its purpose is fulfilled. */
  readonly onClose?: (() => void) | undefined;
  readonly children: ReactNode;
}

/** A dialog over everything, for what cannot wait or belongs to no page. The browser keeps the focus inside. */
export function Modal({ label, className = '', onClose, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  // A layout effect ends before the dialog leaves the page, so closing it returns the focus to where it was.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    // Escape is the key for what a click outside does: the cancel event.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <dialog
      ref={dialog}
      aria-label={label}
      className={`modal ${className}`}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose?.();
      }}
    >
      <div className="modal-content">{children}</div>
    </dialog>
  );
}
