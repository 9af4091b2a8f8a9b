import { Group, Kbd, Modal } from '@mantine/core';
import { Table } from '#ui/layout/table.tsx';
import { useStore } from '#data/store.ts';
import { listReachable } from '#app/shortcuts.ts';
import { shownShortcuts } from '#app/use-shortcut.ts';
import { isShortcutListOpen } from '../overlays.ts';
import { useFocusBack } from './use-focus-back.ts';

/** Every key that does something on this screen. */
export function ShortcutList() {
  const isOpen = useStore(isShortcutListOpen);
  useFocusBack();
  const shortcuts = useStore(shownShortcuts);
  return (
    <Modal opened={isOpen} onClose={() => isShortcutListOpen.set(false)} title="Keyboard shortcuts">
      <Table withRowBorders={false} verticalSpacing={5}>
        <Table.Tbody>
          {listReachable(shortcuts).map(({ keys, label }) => (
            <Table.Tr key={`${keys} ${label}`}>
              <Table.Td>{label}</Table.Td>
              <Table.Td>
                <Group gap={4} justify="flex-end">
                  {keys.split(' ').map((key) => (
                    <Kbd key={key}>{key}</Kbd>
                  ))}
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
