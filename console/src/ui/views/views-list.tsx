import { Menu, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { deleteViewsByViewId, getViews, type View } from '#client';
import { answerKey, ask } from '#data/answers/answers.ts';
import { Icon } from '../icons/icon.tsx';

interface ViewsListProps {
  readonly button: ReactElement;
  readonly onClose: () => void;
  readonly views: readonly View[];
  readonly onOpen: (view: View) => void;
  readonly onSave: () => void;
}

/** The saved views of a list; open from the start, because a click has loaded it. */
export function ViewsList({ button, onClose, views, onOpen, onSave }: ViewsListProps) {
  const client = useQueryClient();
  const remove = async (id: string): Promise<void> => {
    await ask(deleteViewsByViewId, { path: { view_id: id } });
    await client.invalidateQueries({ queryKey: answerKey(getViews) });
  };
  return (
    <Menu position="bottom-end" closeOnItemClick defaultOpened onClose={onClose}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        {views.length === 0 && <Menu.Label>No saved views yet</Menu.Label>}
        {views.map((view) => (
          <Menu.Item
            key={view.id}
            onClick={() => onOpen(view)}
            rightSection={view.shared ? <Icon name="users" size={14} label="Shared" /> : undefined}
          >
            {view.name}
            {view.is_default && (
              <Text span size="xs" c="dimmed">
                {' '}
                default
              </Text>
            )}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={onSave}>Save this view</Menu.Item>
        {views.length > 0 && <Menu.Label>Delete</Menu.Label>}
        {views.map(({ id, name }) => (
          <Menu.Item key={id} c="var(--bad)" onClick={() => void remove(id)}>
            Delete {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
