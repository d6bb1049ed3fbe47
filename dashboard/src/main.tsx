import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { openSession } from './api/query-client.ts';
import { takeCode } from './api/session.ts';
import { App } from './app/app.tsx';
import { followTheme } from './app/theme/theme.ts';
import { ensureValidLanguage } from './app/valid-language.ts';
import './app/theme/tokens.css';
import './app/theme/base.css';
import './parts/controls/controls.css';
import './parts/states/states.css';

ensureValidLanguage();
followTheme();
const code = takeCode();
void openSession();

const element = document.getElementById('root');
if (!element) throw new Error('the page has no root');
const root = createRoot(element);

// The build that nodes serve does not have the page of all parts.
if (import.meta.env.MODE !== 'production' && location.hash === '#parts') {
  const { PartsPage } = await import('./screens/parts-page/parts-page.tsx');
  root.render(<PartsPage />);
} else {
  root.render(
    <StrictMode>
      <App code={code} />
    </StrictMode>,
  );
}
