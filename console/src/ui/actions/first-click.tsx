import { cloneElement, Suspense, useCallback, useRef, useState, type ReactElement, type ReactNode, type Ref } from 'react';

type Opens = 'menu' | 'dialog' | 'listbox';

interface ButtonProps {
  readonly ref?: Ref<HTMLButtonElement>;
  readonly onClick?: () => void;
  readonly 'aria-haspopup'?: Opens;
}

interface FirstClickProps {
  readonly button: ReactElement<ButtonProps>;
  readonly opens: Opens;
  /**
   * What the button opens, around the button itself, and open from the start. It may be a part that loads late.
   * `giveBack` is for its end: it gives the focus back to the button.
   */
  readonly children: (button: ReactElement<ButtonProps>, giveBack: () => void) => ReactNode;
}

/** A button alone, until its first click: what it opens is not loaded before. */
export function FirstClick({ button, opens, children }: FirstClickProps) {
  const [isWanted, setWanted] = useState(false);
  const target = useRef<HTMLButtonElement>(null);
  // The button of the first click is gone by now, and the focus with it.
  const take = useCallback((next: HTMLButtonElement | null) => {
    target.current = next;
    if (document.activeElement === document.body) next?.focus();
  }, []);
  const closed = cloneElement(button, { 'aria-haspopup': opens, onClick: () => setWanted(true) });
  if (!isWanted) return closed;
  return <Suspense fallback={closed}>{children(cloneElement(button, { ref: take }), () => target.current?.focus())}</Suspense>;
}
