import { Stack, Text } from '@mantine/core';
import { getProjectsByProjectIdRunsByRunId, type GetProjectsByProjectIdRunsByRunIdResponse } from '#client';
import { useProject, useProjectId } from '#app/project.ts';
import { useAnswer } from '#data/answers/answers.ts';
import { Answered } from '#ui/states/answered.tsx';
import { explainMove, type ReadPage } from './explain.ts';
import { SideBySide } from './side-by-side.tsx';

type Run = GetProjectsByProjectIdRunsByRunIdResponse;

interface ComparisonProps {
  readonly run: Run;
  readonly otherId: string;
  /** Days whose every check failed. */
  readonly failedDays: readonly string[];
}

/** Two checks of a keyword: what happened in between in one sentence, and both pages. */
export function Comparison({ run, otherId, failedDays }: ComparisonProps) {
  const projectId = useProjectId();
  const { data: project } = useProject(projectId);
  const other = useAnswer(getProjectsByProjectIdRunsByRunId, { path: { project_id: projectId, run_id: otherId } });
  return (
    <Answered answer={other} height={420}>
      {(data) => {
        const [before, after] = [data, run].toSorted((one, two) => one.run.check_ts - two.run.check_ts).map(toReadPage);
        if (!before || !after || !project) return null;
        const pages = {
          scale: project.project.position_scale,
          before,
          after,
          failedDays: failedDays.filter((day) => day > before.day && day < after.day),
        };
        return (
          <Stack gap="sm">
            <Text fz="lg" fw={600} role="status" aria-label="What happened">
              {explainMove(pages)}
            </Text>
            <SideBySide {...pages} />
          </Stack>
        );
      }}
    </Answered>
  );
}

function toReadPage({ run, results }: Run): ReadPage {
  return { day: run.check_date, results, features: run.serp_features, checkedDepth: run.checked_depth };
}
