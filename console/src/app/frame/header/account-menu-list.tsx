import { Menu, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { Icon } from '#ui/icons/icon.tsx';
import { useSession } from '#app/session.tsx';
import { useSignOut } from '../organization/use-leave.ts';
import { isShortcutListOpen } from '../overlays.ts';

/** Who is signed in, and what belongs to them; open from the start, because a click has loaded it. */
export function AccountMenuList({ button, onClose }: { readonly button: ReactElement; readonly onClose: () => void }) {
  const { me } = useSession();
  const signOut = useSignOut();
  return (
    <Menu position="bottom-end" width={240} defaultOpened onClose={onClose}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" fw={600} c="var(--mantine-color-text)">
            {me.name}
          </Text>
          <Text size="xs">{me.email ?? 'Signed in with an API key'}</Text>
        </Menu.Label>
        <Menu.Item leftSection={<Icon name="user" />} component={Link} to="/account">
          Account and sessions
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="keyboard" />} onClick={() => isShortcutListOpen.set(true)}>
          Keyboard shortcuts
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="page" />} component="a" href="/docs" target="_blank" rel="noreferrer noopener">
          API reference
        </Menu.Item>
        {me.session_id !== null && (
          <>
            <Menu.Divider />
            <Menu.Item leftSection={<Icon name="sign-out" />} onClick={() => signOut.mutate()}>
              Sign out
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
