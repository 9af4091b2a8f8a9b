import { ActionIcon, Burger, Group, Kbd, Text, UnstyledButton } from '@mantine/core';
import { AppLink } from '#ui/links/app-link.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { FirstClick } from '#ui/actions/first-click.tsx';
import { latePart } from '#ui/states/late-part.tsx';
import { openPalette } from '../overlays.ts';
import { HealthDot } from './health-dot.tsx';
import { ProjectSwitcher } from './project-switcher.tsx';
import { SpendChip } from './spend-chip.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import { useSession } from '#app/session.tsx';

const AccountMenuList = latePart(async () => (await import('./account-menu-list.tsx')).AccountMenuList);

interface HeaderProps {
  readonly isMenuOpen: boolean;
  readonly onToggleMenu: () => void;
}

/** The line above every screen. */
export function Header({ isMenuOpen, onToggleMenu }: HeaderProps) {
  return (
    <Group h="100%" px="sm" gap="xs" wrap="nowrap" justify="space-between">
      <Group gap="xs" wrap="nowrap" miw={0}>
        <Burger
          opened={isMenuOpen}
          onClick={onToggleMenu}
          hiddenFrom="sm"
          size="sm"
          aria-label={isMenuOpen ? 'Close the menu' : 'Open the menu'}
        />
        <AppLink to="/" underline="never" c="inherit" aria-label="Sightline, all projects" visibleFrom="xs">
          <Group gap={6} wrap="nowrap">
            <img src="/console/icon.svg" width={22} height={22} alt="" />
            <Text fw={650} span>
              Sightline
            </Text>
          </Group>
        </AppLink>
        <ProjectSwitcher />
      </Group>
      <UnstyledButton className="search-box" onClick={openPalette} visibleFrom="md">
        <Icon name="search" size={15} />
        <Text size="sm" c="dimmed" span>
          Search or jump to
        </Text>
        <Kbd size="xs">Ctrl K</Kbd>
      </UnstyledButton>
      <Group gap={2} wrap="nowrap">
        <ActionIcon size="lg" title="Search or jump to" aria-label="Search or jump to" onClick={openPalette} hiddenFrom="md">
          <Icon name="search" />
        </ActionIcon>
        <SpendChip />
        <HealthDot />
        <ThemeSwitch />
        <AccountMenu />
      </Group>
    </Group>
  );
}

/** Who is signed in, and what belongs to them. */
function AccountMenu() {
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
