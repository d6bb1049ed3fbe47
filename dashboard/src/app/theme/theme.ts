import { onPreferences } from '../../parts/preferences.ts';

/** Sets the theme of the document; without a choice it follows the system. */
export function followTheme(): void {
  onPreferences(({ theme }) => {
    const { dataset } = document.documentElement;
    if (theme === 'system') delete dataset['theme'];
    else dataset['theme'] = theme;
  });
}
