import { ActionIcon, Burger, Group, Kbd, Text, UnstyledButton } from '@mantine/core';
import { AppLink, ButtonLink } from '#ui/links/app-link.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { FirstClick } from '#ui/actions/first-click.tsx';
import { latePart } from '#ui/states/late-part.tsx';
import { openPalette } from '../overlays.ts';
import { Bell } from './bell.tsx';
import { ProjectSwitcher } from './project-switcher.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import { useSession } from '#app/session.tsx';
import { getHealth, getMe, getProjectsByProjectIdOverview } from '#client';
import { useAnswer, answerKey } from '#data/answers/answers.ts';
import { formatList, formatUsd, formatUsdTotal } from '#data/format.ts';
import { isReached } from '#data/answers/reach.ts';
import { useStore } from '#data/store.ts';
import { useAttention } from '#app/attention.ts';
import { HEALTH_COLORS, HEALTH_WORDS } from './health.ts';
import { useLive } from '#data/live.ts';
import { screens } from '#screens/index.ts';
import { useCurrentProjectId } from '#app/project.ts';
import { canOpen, toPath } from '#app/sidebar.ts';

const AccountMenuList = latePart(async () => (await import('./account-menu-list.tsx')).AccountMenuList);

interface HeaderProps {
  readonly isMenuOpen: boolean;
  readonly onToggleMenu: () => void;
}

/** The line above every screen. */
export function Header({ isMenuOpen, onToggleMenu }: HeaderProps) {
  const session = useSession();
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
        {session.hides.has('money') || <SpendChip />}
        <Bell />
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

const HealthList = latePart(async () => (await import('./health-list.tsx')).HealthList);
const EVERY_MS = 30_000;

/** The state of the service, asked for every 30 seconds. */
function HealthDot() {
  const { data, error } = useAnswer(getHealth, {}, { everyMs: EVERY_MS });
  const isThere = useStore(isReached);
  const status = error || !isThere ? 'down' : (data?.status ?? 'not_configured');
  const waiting = useAttention();
  const isWaiting = status === 'ok' && waiting.length > 0;
  const how = data || error || !isThere ? `The service ${HEALTH_WORDS[status]}` : 'Checking the service';
  const sentence = isWaiting ? `${how}, and ${formatList(waiting.map(({ words }) => words))} need you` : how;
  const button = (
    <ActionIcon aria-label={sentence} size="lg">
      <span className="dot" style={{ background: isWaiting ? HEALTH_COLORS.degraded : HEALTH_COLORS[status] }} />
    </ActionIcon>
  );
  return (
    <FirstClick button={button} opens="dialog">
      {(target) => <HealthList button={target} sentence={how} health={data} waiting={waiting} />}
    </FirstClick>
  );
}

const BUDGETS = {
  ok: { color: 'gray', sentence: 'within budget' },
  near: { color: 'orange', sentence: 'a budget is almost used up' },
  full: { color: 'red', sentence: 'a budget is used up' },
} as const;

/** The cost of the month so far, and whether a budget comes to its end. */
function SpendChip() {
  const session = useSession();
  const projectId = useCurrentProjectId();
  const { cost_usd: costUsd, budgets } = session.me.month;
  // Sums on a screen beside it are read at the same time: two sums of one month that differ would both look wrong.
  useLive({
    topics: ['cost', ...(projectId === undefined ? [] : [`project:${projectId}`])],
    answers: [answerKey(getMe), answerKey(getProjectsByProjectIdOverview)],
    matches: ({ change }) => change === undefined || change === 'costs',
  });
  const costs = screens.find((screen) => screen.name === 'costs' && canOpen(screen, { ...session, projectId }));
  const { color, sentence } = BUDGETS[budgets];
  const say = (spent: string): string => `Spent this month: ${spent}, ${sentence}`;
  return (
    <ButtonLink
      to={costs ? toPath(costs, projectId) : '.'}
      variant={budgets === 'ok' ? 'subtle' : 'light'}
      color={color}
      size="compact-sm"
      title={say(formatUsd(costUsd))}
      aria-label={say(formatUsdTotal(costUsd))}
      visibleFrom="xs"
      leftSection={budgets === 'ok' ? <Icon name="coins" size={16} /> : <Icon name="alert" size={16} />}
    >
      {formatUsdTotal(costUsd)}
    </ButtonLink>
  );
}
