import { ActionIcon } from '@mantine/core';
import { FirstClick } from '#ui/first-click.tsx';
import { latePart } from '#ui/late-part.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { useSession } from '../session.tsx';

const AccountMenuList = latePart(async () => (await import('./account-menu-list.tsx')).AccountMenuList);

/** Who is signed in, and what belongs to them. */
export function AccountMenu() {
  const { me } = useSession();
  const button = (
    <ActionIcon size="lg" aria-label={`Account of ${me.name}`}>
      <Icon name="user" />
    </ActionIcon>
  );
  return (
    <FirstClick button={button} opens="menu">
      {(target, giveBack) => <AccountMenuList button={target} onClose={giveBack} />}
    </FirstClick>
  );
}
