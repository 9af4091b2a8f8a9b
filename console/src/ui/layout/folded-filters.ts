import { useMediaQuery } from '@mantine/hooks';
import { makeStore, useStore } from '#data/store.ts';
import { PHONE } from './phone.ts';

/** Whether a reader on a phone asked for the filters of the screen, which otherwise would stand before what it shows. */
const areShown = makeStore(false);

export function toggleFilters(): void {
  areShown.set(!areShown.get());
}

export function useIsPhone(): boolean {
  return useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false }) ?? false;
}

/** Whether filters and what changes the view have room: always, but on a phone only when asked for. */
export function useFiltersShown(): boolean {
  const isPhone = useIsPhone();
  return useStore(areShown) || !isPhone;
}
