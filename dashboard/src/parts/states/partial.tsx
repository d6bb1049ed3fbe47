import type { ReactNode } from 'react';
import { Icon } from '../controls/icon.tsx';

/** What is missing in a result that is otherwise there, and why. */
export function Partial({ children }: { children: ReactNode }) {
  return (
    <p className="partial" role="note">
      <Icon name="info" />
      <span>{children}</span>
    </p>
  );
}
