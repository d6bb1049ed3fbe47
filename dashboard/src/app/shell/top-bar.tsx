import { useRouterState } from '@tanstack/react-router';
import { isReadOnly, sessionState } from '../../api/session.ts';
import { useStore } from '../../api/store.ts';
import { useScope } from '../../parts/address/scope.ts';
import { Badge } from '../../parts/controls/badge.tsx';
import { Button } from '../../parts/controls/button.tsx';
import { Icon } from '../../parts/controls/icon.tsx';
import { TimeRangePicker } from '../../parts/time/time-range-picker.tsx';
import { pagePath, pages } from '../pages.ts';
import { AccountSwitcher } from './account-switcher.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import { UserMenu } from './user-menu.tsx';
import { ZoneSwitcher } from './zone-switcher.tsx';

interface TopBarProps {
  readonly onMenu: () => void;
  readonly onSearch: () => void;
  readonly onHelp: () => void;
}

export function TopBar({ onMenu, onSearch, onHelp }: TopBarProps) {
  const { hasTimeRange = false } = useCurrentPage() ?? {};
  return (
    <header className="top-bar">
      <span className="menu-button">
        <Button kind="quiet" icon="menu" label="Menu" onClick={onMenu} />
      </span>
      <AccountSwitcher />
      <span className="top-bar-slash" aria-hidden="true">
        /
      </span>
      <ZoneSwitcher />
      <span className="top-bar-gap" />
      {hasTimeRange && (
        <div className="top-bar-time">
          <TimeRangePicker />
        </div>
      )}
      <button type="button" className="search-button" onClick={onSearch} aria-label="Search">
        <Icon name="search" />
        <span>Search</span>
        <kbd>/</kbd>
      </button>
      <ReadOnlyBadge />
      <ThemeSwitch />
      <span className="help-button">
        <Button kind="quiet" icon="help" label="Help" onClick={onHelp} />
      </span>
      <UserMenu />
    </header>
  );
}

function ReadOnlyBadge() {
  if (!isReadOnly(useStore(sessionState))) return null;
  return (
    <span className="read-only" title="Your token may only read. The API refuses changes.">
      <Badge tone="neutral">Read only</Badge>
    </span>
  );
}

function useCurrentPage() {
  const { accountId, zoneId } = useScope();
  const path = useRouterState({ select: ({ location }) => location.pathname.replace(/\/$/, '') });
  return pages.find((page) => {
    const scopeId = page.scope === 'zone' ? zoneId : accountId;
    return scopeId !== undefined && pagePath(page, scopeId) === path;
  });
}
