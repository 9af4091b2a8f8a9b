import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useNow } from '#app/session.tsx';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { Empty } from '#ui/states/answered.tsx';
import { ButtonLink } from '#ui/links/app-link.tsx';
import { useGridPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';
import { readMemory, writeMemory } from '#data/memory.ts';
import { projectsSearch } from './index.ts';
import { makeProjectColumns } from './project-columns.tsx';
import { listProjects } from './projects.ts';

const STARS = 'starred-projects';

/** The projects as a table, those with a star first. */
export function ProjectList({ projects }: { readonly projects: Parameters<typeof listProjects>[0] }) {
  const { search, setSearch } = useScreenSearch(projectsSearch);
  const { starred, toggle } = useStars();
  const now = useNow();
  const navigate = useNavigate();
  const place = useGridPlace();
  // The columns are asked for by the grid with the stars of the moment.
  const columns = useMemo(() => makeProjectColumns({ starred, toggleStar: toggle, now }), [starred, now]);
  const rows = useMemo(() => listProjects(projects, { text: search.text, starred }), [projects, search.text, starred]);
  return (
    <RowsGrid
      label="Projects"
      rows={rows}
      total={projects.length}
      columns={columns}
      rowKey={({ id }) => id}
      place={place}
      fileName="projects"
      onOpen={({ id }) => void navigate({ to: '/p/$projectId', params: { projectId: id } })}
      empty={
        <Empty
          title="No projects match"
          action={
            <ButtonLink to="/" variant="default" onClick={() => setSearch({ text: undefined, status: undefined })}>
              Clear the filters
            </ButtonLink>
          }
        />
      }
    />
  );
}

/** The projects that a person wants to see first; this browser keeps them. */
function useStars(): { readonly starred: ReadonlySet<string>; readonly toggle: (id: string) => void } {
  const [starred, setStarred] = useState<ReadonlySet<string>>(() => new Set(readMemory(STARS)?.split(' ')));
  const toggle = (id: string): void => {
    const next = new Set(starred);
    if (!next.delete(id)) next.add(id);
    writeMemory(STARS, next.size === 0 ? undefined : [...next].join(' '));
    setStarred(next);
  };
  return { starred, toggle };
}
