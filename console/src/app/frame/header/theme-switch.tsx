import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { Icon } from '#ui/icons/icon.tsx';

/** Turns between light and dark; until it is used the system decides. */
export function useToggleTheme(): { readonly label: string; readonly isDark: boolean; readonly toggle: () => void } {
  const isDark = useComputedColorScheme('light') === 'dark';
  const { setColorScheme } = useMantineColorScheme();
  return { isDark, label: isDark ? 'Light theme' : 'Dark theme', toggle: () => setColorScheme(isDark ? 'light' : 'dark') };
}

export function ThemeSwitch() {
  const { isDark, label, toggle } = useToggleTheme();
  return (
    <ActionIcon size="lg" title={label} aria-label={label} onClick={toggle}>
      <Icon name={isDark ? 'sun' : 'moon'} />
    </ActionIcon>
  );
}
