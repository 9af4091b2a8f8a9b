import type { DrawerProps, ModalProps } from '@mantine/core';
import { later, useHasBeen } from '../states/later.tsx';

const LateModal = later<ModalProps>(async () => (await import('./modal.tsx')).Modal);
const LateDrawer = later<DrawerProps>(async () => (await import('./drawer.tsx')).Drawer);

/** The kit's dialog. Nothing of it is loaded before it first opens. */
export function Modal(props: ModalProps) {
  return useHasBeen(props.opened) && <LateModal {...props} />;
}

/** The kit's drawer. Nothing of it is loaded before it first opens. */
export function Drawer(props: DrawerProps) {
  return useHasBeen(props.opened) && <LateDrawer {...props} />;
}
