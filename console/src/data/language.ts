/**
 * Browsers can name a language that `Intl` refuses, such as `en-US@posix`. Modules that make formats when they are loaded
 * would fail, so this is done when this module is, which pages load before all others.
 */
try {
  Intl.getCanonicalLocales(navigator.language);
} catch {
  Object.defineProperty(navigator, 'language', { value: 'en-US', configurable: true });
}
