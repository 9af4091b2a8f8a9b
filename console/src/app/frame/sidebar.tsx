import { useState } from 'react';
import { readMemory, writeMemory } from '../../data/memory.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import { SidebarLink } from '../../ui/app-link.tsx';
import { screens } from '../../screens/index.ts';
import { pickFilters } from '../filters.ts';
import { useCurrentProjectId } from '../project.ts';
import { useSession } from '../session.tsx';
import { formatFolds, isFolding, isUnfolded, parseFolds, toPath, toSidebar, type SidebarGroup } from '../sidebar.ts';
import { useRawSearch } from '../use-screen-search.ts';
import type { Screen } from '../screen.ts';
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
  const current = useScreen()?.name;
  const [folds, setFolds] = useState(() => parseFolds(readMemory(FOLDS)));
  const groups = toSidebar(screens, { ...session, projectId });
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
        return (
          <div key={group.group} className="sidebar-group" role="group" aria-label={group.label}>
            {isFolding(group) && (
              <button
                type="button"
                className="sidebar-fold"
                aria-expanded={isOpen}
                aria-controls={isOpen ? id : undefined}
                title={isFolded ? group.label : undefined}
                onClick={() => fold(group, !isOpen)}
              >
                <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={15} />
                <span className={isFolded ? 'sr-only' : undefined}>{group.label}</span>
              </button>
            )}
            {isOpen && (
              <div id={id}>
                {group.screens.map((screen) => (
                  <Entry key={screen.name} screen={screen} projectId={projectId} isFolded={isFolded} onOpen={onOpen} />
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
}

function Entry({ screen, projectId, isFolded, onOpen }: EntryProps) {
  const filters = pickFilters(useRawSearch());
  const takesFilters = 'range' in screen.search.def.shape;
  return (
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
}
