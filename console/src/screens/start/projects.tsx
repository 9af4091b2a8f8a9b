import { Group, NativeSelect, TextInput } from '@mantine/core';
import { getOverview } from '#client';
import { useSession } from '#app/session.tsx';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { useAnswer } from '#data/answers/answers.ts';
import { formatUsd } from '#data/format.ts';
import { Answered, Empty } from '#ui/states/answered.tsx';
import { ButtonLink } from '#ui/links/app-link.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { projectsSearch } from './index.ts';
import { ProjectList } from './project-list.tsx';
import { sayProjects } from './projects.ts';

const STATUSES = [
  { value: '', label: 'Active and paused' },
  { value: 'active', label: 'Active' },
  { value: 'paused', label: 'Paused' },
  { value: 'archived', label: 'Archived' },
];

/** Every project of the person at a glance. */
export function View() {
  const { search, setSearch } = useScreenSearch(projectsSearch);
  const { me, scopes } = useSession();
  const overview = useAnswer(getOverview, { query: search.status ? { status: search.status } : {} });
  const newProject = scopes.has('write') && (
    <ButtonLink to="/p/new" leftSection={<Icon name="plus" size={16} />}>
      New project
    </ButtonLink>
  );
  return (
    <>
      <PageHeader
        title="Projects"
        lead={(overview.data && sayProjects(overview.data.projects, overview.data.pagination.total)) ?? 'Every project at a glance.'}
        description={`${formatUsd(me.month.cost_usd)} spent this month`}
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
