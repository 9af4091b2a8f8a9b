import { createTheme, type CSSVariablesResolver } from '@mantine/core';

/** Lists of choices scroll themselves: the kit's frame around them would be one that no key reaches. */
const LIST = { withScrollArea: false, styles: { options: { maxHeight: 220, overflowY: 'auto' } } } as const;

/**
 * Colours of what is pressed, and defaults of every component; colours of data are in `ui/colors.css`. The defaults give names to buttons that show a cross only. Components are
 * named and not imported: what no screen shows is not loaded.
 */
export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 7, dark: 7 },
  cursorType: 'pointer',
  defaultRadius: 'sm',
  fontFamily: 'Inter, ui-sans-serif, system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  headings: { fontWeight: '600', sizes: { h1: { fontSize: '1.375rem' }, h2: { fontSize: '1.0625rem' }, h3: { fontSize: '0.9375rem' } } },
  respectReducedMotion: true,
  components: {
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    Badge: { defaultProps: { variant: 'default', radius: 'sm', tt: 'none', fw: 500 } },
    Modal: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' }, centered: true } },
    // Its placeholder, an element without a role that has the focus, is none that a menu may hold.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Drawer: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' }, position: 'right' } },
    Select: { defaultProps: { ...LIST, clearButtonProps: { 'aria-label': 'Clear' } } },
    MultiSelect: { defaultProps: { ...LIST, clearButtonProps: { 'aria-label': 'Clear' } } },
    TagsInput: { defaultProps: LIST },
    // Otherwise it may be wider than a phone.
    Popover: { defaultProps: { styles: { dropdown: { maxWidth: 'calc(100vw - 16px)' } } } },
    Pill: { defaultProps: { removeButtonProps: { 'aria-label': 'Remove' } } },
    TextInput: { defaultProps: { spellCheck: false } },
  },
});

/** The kit's own grey, red and yellow are too pale to be read by everyone, as texts and under white ones. */
export const resolveVariables: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': colors.gray[7],
    '--mantine-color-error': colors.red[9],
    '--mantine-color-red-filled': colors.red[9],
    '--mantine-color-red-filled-hover': colors.red[8],
    '--mantine-color-red-outline': colors.red[9],
    '--mantine-color-yellow-outline': '#8f5200',
    '--mantine-color-placeholder': colors.gray[7],
    '--mantine-color-anchor': colors.indigo[8],
    '--mantine-color-indigo-light-hover': '#cdd9ff',
    '--line': colors.gray[3],
    '--surface': '#ffffff',
    '--raised': colors.gray[1],
    '--toast': '#1f2329',
    '--toast-text': '#ffffff',
  },
  dark: {
    '--mantine-color-dimmed': colors.dark[1],
    '--mantine-color-error': colors.red[4],
    '--mantine-color-red-filled': colors.red[9],
    '--mantine-color-red-filled-hover': colors.red[8],
    '--mantine-color-placeholder': colors.dark[1],
    '--mantine-color-anchor': colors.indigo[3],
    '--line': colors.dark[4],
    '--surface': colors.dark[7],
    '--raised': colors.dark[6],
    '--toast': '#f1f3f5',
    '--toast-text': '#1a1b1e',
  },
});
