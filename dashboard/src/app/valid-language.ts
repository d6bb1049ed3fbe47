/** Headless browsers may report a language that is no language tag, such as `en-US@posix`, with which charts would fail. */
export function ensureValidLanguage(): void {
  try {
    Intl.getCanonicalLocales(navigator.language);
  } catch {
    Object.defineProperty(navigator, 'language', { value: 'en', configurable: true });
  }
}
