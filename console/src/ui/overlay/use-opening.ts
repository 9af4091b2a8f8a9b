import { useEffect, useState } from 'react';

/**
 * Closed for the first moment: the kit notes where the focus was, to give it back, when it sees that a dialog opens. One
 * that goes while it is open gives it back here.
 */
export function useOpening(isOpen: boolean): boolean {
  const [isThere, setThere] = useState(false);
  useEffect(() => setThere(true), []);
  useEffect(() => {
    if (!isOpen) return undefined;
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, [isOpen]);
  return isOpen && isThere;
}
