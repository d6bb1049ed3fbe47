import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { keptSearch } from '../../parts/address/kept-search.ts';
import { useScope } from '../../parts/address/scope.ts';
import { Button } from '../../parts/controls/button.tsx';
import { Icon } from '../../parts/controls/icon.tsx';
import { setPreferences, usePreferences } from '../../parts/preferences.ts';
import { pagePath } from '../pages.ts';
import { useReachablePages } from '../use-reachable-pages.ts';

/** The pages that exist. On narrow screens it is a drawer, which the menu button of the top bar opens. */
export function Navigation({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { isNavigationCollapsed } = usePreferences();
  const { linkedZone } = useScope();
  const reachable = useReachablePages();
  const listed = reachable.filter(({ page }) => !page.isUnlisted);
  const groups = Map.groupBy(listed, ({ page }) => page.group);
  return (
    <>
      {isOpen && <div className="navigation-scrim" aria-hidden="true" onClick={onClose} />}
      <nav className={`navigation ${isOpen ? 'navigation-open' : ''}`} aria-label="Pages">
        <Link to="/" className="brand">
          <Brand />
          <span className="brand-name">Palisade</span>
        </Link>
        <div className="navigation-groups">
          {[...groups].map(([group, entries]) => (
            <Fragment key={group}>
              <h2 className="navigation-group">{group}</h2>
              <ul>
                {entries.map(({ page, scopeId }) => (
                  <li key={page.id}>
                    <Link
                      to={pagePath(page, scopeId)}
                      search={keptSearch}
                      className="navigation-link"
                      activeProps={{ className: 'navigation-link navigation-current' }}
                      activeOptions={{ exact: page.path === '/', includeSearch: false }}
                      title={isNavigationCollapsed ? page.title : undefined}
                    >
                      <Icon name={page.icon} />
                      <span>{page.title}</span>
                    </Link>
                  </li>
                ))}
              </ul>
            </Fragment>
          ))}
        </div>
        {linkedZone?.paused && <p className="navigation-note">{linkedZone.name} is paused.</p>}
        <div className="navigation-end">
          <Button
            kind="quiet"
            icon="collapse"
            label={isNavigationCollapsed ? 'Expand the navigation' : 'Collapse the navigation'}
            expanded={!isNavigationCollapsed}
            onClick={() => setPreferences({ isNavigationCollapsed: !isNavigationCollapsed })}
          />
        </div>
      </nav>
    </>
  );
}

/** Three pales, as in the icon of the page. */
function Brand() {
  return (
    <svg className="brand-mark" viewBox="0 0 32 32" aria-hidden="true">
      <path d="M4 10l3.5-5 3.5 5v18H4zM12.5 10 16 5l3.5 5v18h-7zM21 10l3.5-5 3.5 5v18h-7z" />
    </svg>
  );
}
