import type { ReactNode } from 'react';
import { Icon, type IconName } from '../controls/icon.tsx';

interface EmptyProps {
  readonly icon: IconName;
  readonly title: string;
  /** One sentence: what this is, or what comes next. */
  readonly children: ReactNode;
  /** One button. */
  readonly action?: ReactNode;
  readonly guide?: { readonly href: string; readonly label: string };
}

export function Empty({ icon, title, children, action, guide }: EmptyProps) {
  return (
    <div className="empty">
      <Icon name={icon} />
      <h2>{title}</h2>
      <div className="empty-text">{children}</div>
      {(action || guide) && (
        <div className="empty-actions">
          {action}
          {guide && <a href={guide.href}>{guide.label}</a>}
        </div>
      )}
    </div>
  );
}
