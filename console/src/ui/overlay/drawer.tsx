import { Drawer as KitDrawer, type DrawerProps } from '@mantine/core';
import { useOpening } from './use-opening.ts';

/** The kit's drawer, for parts that are loaded late themselves. */
export function Drawer({ opened, ...props }: DrawerProps) {
  return <KitDrawer {...props} opened={useOpening(opened)} />;
}
