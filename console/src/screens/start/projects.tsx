import { Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { getOverview } from '#client';
import { useSession, useNow, useShows } from '#app/session.tsx';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { useAnswer } from '#data/answers/answers.ts';
import { toListSource } from '#data/answers/list-source.ts';
import { formatUsd } from '#data/format.ts';
import { Answered, Empty } from '#ui/states/answered.tsx';
import { AppLink, ButtonLink } from '#ui/links/app-link.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { projectsSearch } from './index.ts';
import { sayProjects, listProjects } from './projects.ts';
import { useGridPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';
import { readMemory, writeMemory } from '#data/memory.ts';
import { makeProjectColumns } from './project-columns.tsx';

const STATUSES = [
  { value: '', label: 'Active and paused' },
  { value: 'active', label: 'Active' },
  { value: 'paused', label: 'Paused' },
  { value: 'archived', label: 'Archived' },
];

/** Every project of the person at a glance; to who is not shown overviews, their names. */
export function View() {
  const { parts } = useSession();
  return parts === undefined || parts.has('overview') ? <ProjectsAtAGlance /> : <ProjectNames />;
}

function ProjectNames() {
  const { me } = useSession();
  return (
    <>
      <PageHeader title="Projects" lead="Choose a project to begin." />
      <Stack align="flex-start" gap="xs">
        {me.projects.map(({ id, name }) => (
          <AppLink key={id} to="/p/$projectId" params={{ projectId: id }}>
            <bdi>{name}</bdi>
          </AppLink>
        ))}
      </Stack>
      {me.projects.length === 0 && <Empty title="No projects yet" />}
    </>
  );
}

function ProjectsAtAGlance() {
  const { search, setSearch } = useScreenSearch(projectsSearch);
  const { me, rights } = useSession();
  const showsMoney = useShows('money');
  const overview = useAnswer(getOverview, { query: search.status ? { status: search.status } : {} });
  const newProject = rights.has('manage_projects') && (
    <ButtonLink to="/p/new" leftSection={<Icon name="plus" size={16} />}>
      New project
    </ButtonLink>
  );
  return (
    <>
      <PageHeader
        title="Projects"
        lead={(overview.data && sayProjects(overview.data.projects, overview.data.pagination.total)) ?? 'Every project at a glance.'}
        description={showsMoney && `${formatUsd(me.month.cost_usd)} spent this month`}
        actions={newProject}
      />
      <Group mb="sm" gap="xs">
        <TextInput
          size="xs"
          w={220}
          aria-label="Find by name"
          placeholder="Find by name"
          value={search.text ?? ''}
          onChange={({ currentTarget: { value } }) => setSearch({ text: value })}
        />
        <NativeSelect
          size="xs"
          w={170}
          aria-label="Status"
          data={STATUSES}
          value={search.status ?? ''}
          onChange={({ currentTarget: { value } }) => setSearch({ status: (value || undefined) as typeof search.status })}
        />
        <ButtonLink to="/" size="xs" variant="default" search={{ ...search, sort: 'change' }}>
          Worst first
        </ButtonLink>
      </Group>
      <Answered answer={overview} height={320}>
        {({ projects }) =>
          projects.length === 0 && search.status === undefined ? (
            <Empty title="No projects yet" action={newProject}>
              A project holds a website, the keywords it should rank for, and its competitors.
            </Empty>
          ) : (
            <ProjectList projects={projects} />
          )
        }
      </Answered>
    </>
  );
}

const STARS = 'starred-projects';

/** The projects as a table, those with a star first. */
function ProjectList({ projects }: { readonly projects: Parameters<typeof listProjects>[0] }) {
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
      source={toListSource(getOverview, { query: { status: search.status } })}
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
