import { Button } from '../../parts/controls/button.tsx';
import { type Preferences, setPreferences, usePreferences } from '../../parts/preferences.ts';

type Theme = Preferences['theme'];

const following: Readonly<Record<Theme, Theme>> = {
  system: 'light',
  light: 'dark',
  dark: 'system',
};
const labels: Readonly<Record<Theme, string>> = {
  system: 'as the system',
  light: 'light',
  dark: 'dark',
};

export function ThemeSwitch() {
  const { theme } = usePreferences();
  return (
    <span className="theme-switch">
      <Button
        kind="quiet"
        icon={theme}
        label={`Theme: ${labels[theme]}`}
        onClick={() => setPreferences({ theme: following[theme] })}
      />
    </span>
  );
}
