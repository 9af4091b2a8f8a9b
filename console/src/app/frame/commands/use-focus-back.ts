import { useEffect, useState } from 'react';

/** Gives the focus back to what had it, when the component goes: for dialogs that are there only while they are open. */
export function useFocusBack(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (before instanceof HTMLElement) before.focus();
    },
    [before],
  );
}
