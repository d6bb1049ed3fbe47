import { Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { isAway } from '../../api/reachability.ts';
import { useStore } from '../../api/store.ts';
import { Icon } from '../../parts/controls/icon.tsx';
import { usePreferences } from '../../parts/preferences.ts';
import { Palette } from '../palette/palette.tsx';
import { Help } from './help.tsx';
import { Navigation } from './navigation.tsx';
import { SessionOverlay } from './session-overlay.tsx';
import { TopBar } from './top-bar.tsx';
import { useShortcuts } from './use-shortcuts.ts';
import './shell.css';

type Overlay = 'palette' | 'help' | 'navigation' | undefined;

/** What surrounds every page: navigation, top bar, palette, help, and what is said about session and API. */
export function Shell() {
  const [overlay, setOverlay] = useState<Overlay>();
  const { isNavigationCollapsed } = usePreferences();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const main = useRef<HTMLElement>(null);
  const close = () => setOverlay(undefined);
  useShortcuts({ palette: () => setOverlay('palette'), help: () => setOverlay('help') });

  // The drawer of phones closes when it has led somewhere.
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each new path
  useEffect(close, [path]);

  return (
    <div className={`shell ${isNavigationCollapsed ? 'shell-collapsed' : ''}`}>
      <button type="button" className="skip-link" onClick={() => main.current?.focus()}>
        Skip to the content
      </button>
      <Navigation isOpen={overlay === 'navigation'} onClose={close} />
      <div className="shell-page">
        <TopBar
          onMenu={() => setOverlay('navigation')}
          onSearch={() => setOverlay('palette')}
          onHelp={() => setOverlay('help')}
        />
        <AwayBanner />
        <main id="content" ref={main} tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      {overlay === 'palette' && <Palette onClose={close} onHelp={() => setOverlay('help')} />}
      {overlay === 'help' && <Help onClose={close} />}
      <SessionOverlay />
    </div>
  );
}

function AwayBanner() {
  const isShown = useStore(isAway);
  return (
    <div role="status">
      {isShown && (
        <p className="away-banner">
          <Icon name="away" />
          The API does not respond. What you see is from before; the dashboard keeps trying.
        </p>
      )}
    </div>
  );
}
