import { Card, Stack, SimpleGrid, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useProject, useProjectId, forgetProject } from '#app/project.ts';
import { useSession, useShows } from '#app/session.tsx';
import { Answered } from '#ui/states/answered.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { deleteProjectsByProjectId, getProjectsByProjectIdOverview } from '#client';
import { say } from '#data/answers/announce.ts';
import { ask, useAnswer } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { TypeToConfirm } from '#ui/forms/type-to-confirm.tsx';
import { Shares } from '../shares/shares.tsx';
import { KeywordData } from './keyword-data.tsx';
import { ProjectForm, type ShownProject } from './project-form.tsx';
import { Tags } from './tags.tsx';
import { VoiceWeighing } from './voice-weighing.tsx';
import { formatUsd } from '#data/format.ts';
import { ProjectBudget } from './project-budget.tsx';
import { isolate } from '#data/isolate.ts';

/** What a project is called, where it looks, what is bought for it and what it has cost, its tags and shared links, and its end. */
export function View() {
  const projectId = useProjectId();
  const { rights } = useSession();
  const showsMoney = useShows('money');
  const project = useProject(projectId);
  const canWrite = rights.has('edit');
  return (
    <>
      <PageHeader
        title="Project settings"
        lead={`How ${isolate(project.data?.project.name ?? 'this project')} is named, counted and tagged.`}
      />
      <Stack maw={760}>
        <Answered answer={project} height={320}>
          {({ project: shown }) => (
            <>
              <Card withBorder>
                <ProjectForm key={shown.id} project={shown} canWrite={canWrite} />
              </Card>
              <Card withBorder>
                <Tags projectId={projectId} canWrite={canWrite} />
              </Card>
              <Card withBorder>
                <Shares projectId={projectId} canWrite={canWrite} />
              </Card>
              <Card withBorder>
                <KeywordData projectId={projectId} canWrite={canWrite} />
              </Card>
              <Card withBorder>
                <VoiceWeighing projectId={projectId} canWrite={canWrite} />
              </Card>
              <Card withBorder>{showsMoney && <ProjectSpend projectId={projectId} />}</Card>
              {canWrite && <ArchiveProject project={shown} />}
            </>
          )}
        </Answered>
      </Stack>
    </>
  );
}

/** Ends the checks of a project and takes it out of the lists. */
function ArchiveProject({ project: { id, name } }: { readonly project: ShownProject }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const archive = useMutation<unknown, ApiError>({
    mutationFn: () => ask(deleteProjectsByProjectId, { path: { project_id: id } }),
    onSuccess: async () => {
      say(`${name} is archived`);
      forgetProject();
      await navigate({ to: '/' });
      void queries.invalidateQueries();
    },
  });
  return (
    <TypeToConfirm
      label="Archive this project"
      explanation="Its keywords are no longer checked, and it disappears from lists. Its data is kept, and you can reactivate it."
      word={name}
      verb="Archive"
      isPending={archive.isPending}
      error={archive.error}
      onConfirm={() => archive.mutate()}
    />
  );
}

/** What the project has cost, comes to by the end of the month, and may cost. */
function ProjectSpend({ projectId }: { readonly projectId: string }) {
  const overview = useAnswer(getProjectsByProjectIdOverview, { path: { project_id: projectId }, query: { fields: ['spend'] } });
  return (
    <Stack gap="xs">
      <Title order={2} id="spend">
        Spend
      </Title>
      <Answered answer={overview} height={64}>
        {({ spend }) => (
          <SimpleGrid cols={{ base: 2, sm: 4 }}>
            <Figure label="Today" value={formatUsd(spend.today_usd)} />
            <Figure label="This month" value={formatUsd(spend.month_usd)} />
            <Figure label="Projected this month" value={formatUsd(spend.projected_usd)} />
            <Figure label="Monthly limit" value={spend.budget_usd === null ? 'none' : formatUsd(spend.budget_usd)} />
          </SimpleGrid>
        )}
      </Answered>
      <ProjectBudget projectId={projectId} />
    </Stack>
  );
}

function Figure({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text fw={600}>{value}</Text>
    </div>
  );
}
