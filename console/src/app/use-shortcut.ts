import { useEffect, useRef } from 'react';
import { makeStore } from '#data/store.ts';
import { makeKeyReader, type Shortcut } from './shortcuts.ts';

/** Every shortcut that the screen offers now; the last one lies on top. */
export const shownShortcuts = makeStore<readonly Shortcut[]>([]);

/** Offers shortcuts while the component is shown. The texts of `keys` must stay the same from render to render. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  const names = shortcuts.map(({ keys, label }) => `${keys}\n${label}`).join('\n\n');
  useEffect(() => {
    const mine = latest.current.map(({ keys, label }, index): Shortcut => ({
      keys,
      label,
      ...(latest.current[index]?.run && { run: () => latest.current[index]?.run?.() }),
    }));
    shownShortcuts.set([...shownShortcuts.get(), ...mine]);
    return () => shownShortcuts.set(shownShortcuts.get().filter((shortcut) => !mine.includes(shortcut)));
  }, [names]);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));
}

/** Listens to the keyboard for as long as the frame is shown. Dialogs keep their keys to themselves. */
export function useKeyboard(): void {
  useEffect(() => {
    const reader = makeKeyReader();
    const listen = (event: KeyboardEvent): void => {
      const isInDialog = event.target instanceof HTMLElement && event.target.closest('[role=dialog], [role=menu], [role=listbox]') !== null;
      if (event.defaultPrevented || isInDialog) return;
      const pressed = {
        key: event.key,
        hasModifier: event.ctrlKey || event.metaKey || event.altKey,
        isTyping: isTyping(event.target),
        atMs: event.timeStamp,
      };
      const found = reader.read(pressed, shownShortcuts.get());
      if (!found) return;
      event.preventDefault();
      found.run?.();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}
