import { Modal as KitModal, type ModalProps } from '@mantine/core';
import { useOpening } from './use-opening.ts';

/** The kit's dialog, for parts that are loaded late themselves. */
export function Modal({ opened, ...props }: ModalProps) {
  return <KitModal {...props} opened={useOpening(opened)} />;
}
