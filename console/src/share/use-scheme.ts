import { useEffect, useState } from 'react';

export type Scheme = 'light' | 'dark';

const DARK = window.matchMedia('(prefers-color-scheme: dark)');

/** Light or dark as the reader's device says, until the reader chooses. The attribute is the one that the colours of charts go by. */
export function useScheme(): { readonly scheme: Scheme; readonly toggle: () => void } {
  const [isDeviceDark, setDeviceDark] = useState(DARK.matches);
  const [chosen, setChosen] = useState<Scheme>();
  const scheme = chosen ?? (isDeviceDark ? 'dark' : 'light');
  // Before the first drawing reads its colours.
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
  useEffect(() => {
    const follow = (): void => setDeviceDark(DARK.matches);
    DARK.addEventListener('change', follow);
    return () => DARK.removeEventListener('change', follow);
  }, []);
  return { scheme, toggle: () => setChosen(scheme === 'dark' ? 'light' : 'dark') };
}
