import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

export interface ButtonProps {
  readonly children?: ReactNode;
  readonly icon?: IconName;
  readonly kind?: 'primary' | 'plain' | 'quiet' | 'danger';
  readonly type?: 'button' | 'submit';
  readonly disabled?: boolean;
  /** The name of a button that shows only its icon. */
  readonly label?: string;
  readonly pressed?: boolean;
  readonly expanded?: boolean;
  readonly onClick?: () => void;
}

export function Button(props: ButtonProps) {
  const { children, icon, kind = 'plain', type = 'button', label } = props;
  return (
    <button
      type={type}
      className={`button button-${kind} ${children === undefined ? 'button-icon' : ''}`}
      disabled={props.disabled}
      aria-label={label}
      title={children === undefined ? label : undefined}
      aria-pressed={props.pressed}
      aria-expanded={props.expanded}
      onClick={props.onClick}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}
