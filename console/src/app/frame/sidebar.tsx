import { Text } from '@mantine/core';
import { Icon } from '../../ui/icons/icon.tsx';
import { SidebarLink } from '../../ui/app-link.tsx';
import { screens } from '../../screens/index.ts';
import { pickFilters } from '../filters.ts';
import { useCurrentProjectId } from '../project.ts';
import { useSession } from '../session.tsx';
import { toPath, toSidebar, toTrail } from '../sidebar.ts';
import { useRawSearch } from '../use-screen-search.ts';
import type { Screen } from '../screen.ts';
import { useScreen } from './notices.tsx';

interface SidebarProps {
  /** Folded: drawings alone. */
  readonly isFolded: boolean;
  readonly onOpen: () => void;
}

/** Where a person can go, from the list of screens. */
export function Sidebar({ isFolded, onOpen }: SidebarProps) {
  const session = useSession();
  const projectId = useCurrentProjectId();
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
            <Entry key={screen.name} screen={screen} projectId={projectId} isFolded={isFolded} onOpen={onOpen} />
          ))}
        </div>
      ))}
    </nav>
  );
}

interface EntryProps extends SidebarProps {
  readonly screen: Screen;
  readonly projectId: string | undefined;
}

function Entry({ screen, projectId, isFolded, onOpen }: EntryProps) {
  const filters = pickFilters(useRawSearch());
  const current = useScreen();
  const leadsHere = current !== undefined && toTrail(screens, current).includes(screen);
  const takesFilters = 'range' in screen.search.def.shape;
  return (
    <SidebarLink
      to={toPath(screen, projectId)}
      search={takesFilters ? filters : {}}
      activeOptions={{ exact: true, includeSearch: false }}
      activeProps={{ active: true, variant: 'light' }}
      {...(leadsHere && { active: true, variant: 'light', 'aria-current': 'true' as const })}
      className="sidebar-link"
      title={isFolded ? screen.title : undefined}
      label={isFolded ? <span className="sr-only">{screen.title}</span> : screen.title}
      leftSection={<Icon name={screen.icon ?? 'page'} />}
      onClick={onOpen}
    />
  );
}
