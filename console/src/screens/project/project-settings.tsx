import { Card, Stack } from '@mantine/core';
import { useProject, useProjectId } from '#app/project.ts';
import { useSession } from '#app/session.tsx';
import { Answered } from '#ui/answered.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Shares } from '../shares/shares.tsx';
import { ArchiveProject } from './archive-project.tsx';
import { KeywordData } from './keyword-data.tsx';
import { ProjectForm } from './project-form.tsx';
import { ProjectSpend } from './project-spend.tsx';
import { Tags } from './tags.tsx';

/** What a project is called, where it looks, what is bought for it and what it has cost, its tags and shared links, and its end. */
export function View() {
  const projectId = useProjectId();
  const { scopes } = useSession();
  const project = useProject(projectId);
  const canWrite = scopes.has('write');
  return (
    <>
      <PageHeader title="Project settings" lead={`How ${project.data?.project.name ?? 'this project'} is named, counted and tagged.`} />
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
                <ProjectSpend projectId={projectId} />
              </Card>
              {canWrite && <ArchiveProject project={shown} />}
            </>
          )}
        </Answered>
      </Stack>
    </>
  );
}
