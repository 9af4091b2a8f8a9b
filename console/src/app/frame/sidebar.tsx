import { Box, Text } from '@mantine/core';
import { formatShort } from '../../data/format.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import { AppLink, SidebarLink } from '../../ui/app-link.tsx';
import { screens } from '../../screens/index.ts';
import { pickFilters } from '../filters.ts';
import { useAttention } from '../attention.ts';
import { useCurrentProjectId } from '../project.ts';
import { useSession } from '../session.tsx';
import { toPath, toSidebar } from '../sidebar.ts';
import type { Waiting } from '../waiting.ts';
import { useRawSearch } from '../use-screen-search.ts';
import type { Screen } from '../screen.ts';
import styles from './frame.module.css';

interface SidebarProps {
  /** Folded: drawings alone. */
  readonly isFolded: boolean;
  readonly onOpen: () => void;
}

/** Where a person can go, from the list of screens. */
export function Sidebar({ isFolded, onOpen }: SidebarProps) {
  const session = useSession();
  const projectId = useCurrentProjectId();
  const waiting = useAttention();
  const groups = toSidebar(screens, { ...session, projectId });
  return (
    <nav aria-label="Screens">
      {groups.map(({ group, label, screens: entries }) => (
        <div key={group} className="sidebar-group" role="group" aria-label={label}>
          {!isFolded && (
            <Text size="xs" fw={600} c="dimmed" px="sm" pt="sm" pb={2} aria-hidden>
              {label}
            </Text>
          )}
          {entries.map((screen) => (
            <Entry
              key={screen.name}
              screen={screen}
              waiting={waiting.find((one) => one.screen === screen.name)}
              projectId={projectId}
              isFolded={isFolded}
              onOpen={onOpen}
            />
          ))}
        </div>
      ))}
    </nav>
  );
}

interface EntryProps extends SidebarProps {
  readonly screen: Screen;
  readonly projectId: string | undefined;
  /** What waits there for the person; undefined: nothing. */
  readonly waiting: Waiting | undefined;
}

function Entry({ screen, projectId, waiting, isFolded, onOpen }: EntryProps) {
  const filters = pickFilters(useRawSearch());
  const takesFilters = 'range' in screen.search.def.shape;
  const link = (
    <SidebarLink
      to={toPath(screen, projectId)}
      search={takesFilters ? filters : {}}
      activeOptions={{ exact: true, includeSearch: false }}
      activeProps={{ active: true, variant: 'light' }}
      className="sidebar-link"
      title={isFolded ? screen.title : undefined}
      label={isFolded ? <span className="sr-only">{screen.title}</span> : screen.title}
      leftSection={<Icon name={screen.icon ?? 'page'} />}
      onClick={onOpen}
    />
  );
  if (waiting === undefined) return link;
  return (
    <Box pos="relative">
      {link}
      <WaitingCount screen={screen} projectId={projectId} waiting={waiting} onOpen={onOpen} />
    </Box>
  );
}

interface WaitingCountProps {
  readonly screen: Screen;
  readonly projectId: string | undefined;
  readonly waiting: Waiting;
  readonly onOpen: () => void;
}

/** How much waits behind an entry, as the way to just that. */
function WaitingCount({ screen, projectId, waiting: { count, words, search = {} }, onOpen }: WaitingCountProps) {
  return (
    <AppLink
      to={toPath(screen, projectId)}
      search={search}
      className={styles.waiting}
      underline="never"
      aria-label={words}
      title={words}
      onClick={onOpen}
    >
      {formatShort(count)}
    </AppLink>
  );
}
