/** Browsers can name a language that `Intl` refuses, such as `en-US@posix`; charts would then stop at their first figure. */
export function guardLanguage(): void {
  try {
    Intl.getCanonicalLocales(navigator.language);
  } catch {
    Object.defineProperty(navigator, 'language', { value: 'en-US', configurable: true });
  }
}
