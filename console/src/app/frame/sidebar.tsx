import { Box } from '@mantine/core';
import { useState } from 'react';
import { formatShort } from '#data/format.ts';
import { readMemory, writeMemory } from '#data/memory.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { AppLink, SidebarLink } from '#ui/links/app-link.tsx';
import { screens } from '#screens/index.ts';
import { pickFilters } from '../filters.ts';
import { useAttention } from '../attention.ts';
import { useCurrentProjectId } from '../project.ts';
import { useSession } from '../session.tsx';
import { toPath, toSidebar, toTrail, type SidebarGroup } from '../sidebar.ts';
import { formatFolds, isFolding, isUnfolded, parseFolds } from '../sidebar-folds.ts';
import { useRawSearch } from '../use-screen-search.ts';
import type { Screen } from '../screen.ts';
import type { Waiting } from '../waiting.ts';
import styles from './frame.module.css';
import { useScreen } from './notices.tsx';

interface SidebarProps {
  /** Folded: drawings alone. */
  readonly isFolded: boolean;
  readonly onOpen: () => void;
}

const FOLDS = 'sidebar-groups';

/** Where a person can go, from the list of screens: those of the project, then groups that open at a click and stay so. */
export function Sidebar({ isFolded, onOpen }: SidebarProps) {
  const session = useSession();
  const projectId = useCurrentProjectId();
  const here = useScreen();
  const current = here === undefined ? [] : [...toTrail(screens, here), here].map(({ name }) => name);
  const [folds, setFolds] = useState(() => parseFolds(readMemory(FOLDS)));
  const waiting = useAttention();
  const groups = toSidebar(screens, { ...session, projectId });
  const waitingAt = ({ name }: Screen): Waiting | undefined => waiting.find(({ screen }) => screen === name);
  const fold = (group: SidebarGroup, isOpen: boolean): void => {
    const next = { ...folds, [group.group]: isOpen };
    writeMemory(FOLDS, formatFolds(next));
    setFolds(next);
  };
  return (
    <nav aria-label="Screens">
      {groups.map((group) => {
        const isOpen = !isFolding(group) || isUnfolded(group, folds, current);
        const id = `screens-${group.group}`;
        // What waits for the person is not to be missed because it is folded away.
        const shown = group.screens.filter((screen) => isOpen || waitingAt(screen) !== undefined);
        return (
          <div key={group.group} className="sidebar-group" role="group" aria-label={group.label}>
            {isFolding(group) && (
              <button
                type="button"
                className="sidebar-fold"
                aria-expanded={isOpen}
                aria-controls={shown.length > 0 ? id : undefined}
                title={isFolded ? group.label : undefined}
                onClick={() => fold(group, !isOpen)}
              >
                <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={15} />
                <span className={isFolded ? 'sr-only' : undefined}>{group.label}</span>
              </button>
            )}
            {shown.length > 0 && (
              <div id={id}>
                {shown.map((screen) => (
                  <Entry
                    key={screen.name}
                    screen={screen}
                    waiting={waitingAt(screen)}
                    projectId={projectId}
                    isFolded={isFolded}
                    onOpen={onOpen}
                  />
                ))}
              </div>
            )}
          </div>
        );
      })}
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
  const current = useScreen();
  const leadsHere = current !== undefined && toTrail(screens, current).includes(screen);
  const takesFilters = 'range' in screen.search.entries;
  const link = (
    <SidebarLink
      to={toPath(screen, projectId)}
      search={takesFilters ? filters : {}}
      activeOptions={{ exact: true, includeSearch: false }}
      {...(leadsHere && { 'aria-current': 'true' as const })}
      className="sidebar-link"
      title={isFolded ? screen.title : undefined}
      onClick={onOpen}
    >
      <Icon name={screen.icon ?? 'page'} />
      <span className={isFolded ? 'sr-only' : undefined}>{screen.title}</span>
    </SidebarLink>
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
