import type { ReactNode, UIEvent } from 'react';

interface ScrollAreaProps {
  readonly label: string;
  readonly className: string;
  readonly onScroll?: ((event: UIEvent<HTMLElement>) => void) | undefined;
  readonly children: ReactNode;
}

/** Content that scrolls within the page. The keyboard can reach it, so that the arrow keys scroll it. */
export function ScrollArea({ label, className, onScroll, children }: ScrollAreaProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className={className} aria-label={label} tabIndex={0} onScroll={onScroll}>
      {children}
    </section>
  );
}
