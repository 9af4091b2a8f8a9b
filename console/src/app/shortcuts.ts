/** What a key does, while the part of the screen that offers it is shown. */
export interface Shortcut {
  /** As it is shown: `?`, `[`, `g k`, `1`. */
  readonly keys: string;
  readonly label: string;
  /** Without it the key is only listed: the part of the screen that has the keyboard acts on it itself. */
  readonly run?: () => void;
}

export interface Pressed {
  readonly key: string;
  readonly hasModifier: boolean;
  readonly isTyping: boolean;
  readonly atMs: number;
}

/** A second key counts as part of the first one for so long. */
const SEQUENCE_MS = 1200;

export interface KeyReader {
  /** The shortcut that a key completes, if any. Later shortcuts win: they belong to what lies on top. */
  read(pressed: Pressed, shortcuts: readonly Shortcut[]): Shortcut | undefined;
}

/** Reads keys one by one and remembers the first of two. Keys that are typed into a field are none. */
export function makeKeyReader(): KeyReader {
  let first: { readonly key: string; readonly atMs: number } | undefined;
  return {
    read({ key, hasModifier, isTyping, atMs }, shortcuts) {
      const before = first && atMs - first.atMs < SEQUENCE_MS ? first.key : undefined;
      first = undefined;
      if (hasModifier || isTyping) return undefined;
      const find = (keys: string): Shortcut | undefined =>
        shortcuts.findLast((shortcut) => shortcut.keys === keys && shortcut.run !== undefined);
      const found = before === undefined ? find(key) : find(`${before} ${key}`);
      if (!found && shortcuts.some(({ keys }) => keys.startsWith(`${key} `))) first = { key, atMs };
      return found;
    },
  };
}

/** The shortcuts that a key reaches: of several with the same keys the last one, which lies on top. */
export function listReachable(shortcuts: readonly Shortcut[]): readonly Shortcut[] {
  return shortcuts.filter((shortcut) => shortcuts.findLast(({ keys }) => keys === shortcut.keys) === shortcut);
}
