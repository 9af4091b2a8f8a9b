import { Suspense, useLayoutEffect, useState, type ComponentType } from 'react';
import { makeStore } from '#data/store.ts';
import { latePart } from './late-part.tsx';

/** How many parts are loaded now, to be shown at once. */
export const partsOnTheWay = makeStore(0);

/** A part that is loaded when it is first shown; until then its place is empty. */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Part = latePart(load);
  return function Later(props: Props) {
    return (
      <Suspense fallback={<OnTheWay />}>
        <Part {...props} />
      </Suspense>
    );
  };
}

/** The empty place of a part, while it is counted. */
function OnTheWay() {
  useLayoutEffect(() => {
    partsOnTheWay.set(partsOnTheWay.get() + 1);
    return () => partsOnTheWay.set(partsOnTheWay.get() - 1);
  }, []);
  return null;
}

/** A dialog that is loaded when it first opens, and then stays, so that it is seen to close. */
export function laterDialog<Props extends { readonly isOpen: boolean }>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Dialog = later(load);
  return function LaterDialog(props: Props) {
    return useHasBeen(props.isOpen) && <Dialog {...props} />;
  };
}

/** Whether something is so, or was at any time since the component is there. */
export function useHasBeen(isSo: boolean): boolean {
  const [was, setWas] = useState(isSo);
  if (isSo && !was) setWas(true);
  return was || isSo;
}
