import { SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { getProjectsByProjectIdOverview } from '#client';
import { useAnswer } from '#data/answers/answers.ts';
import { formatUsd } from '#data/format.ts';
import { Answered } from '#ui/states/answered.tsx';
import { ProjectBudget } from './project-budget.tsx';

/** What the project has cost, comes to by the end of the month, and may cost. */
export function ProjectSpend({ projectId }: { readonly projectId: string }) {
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
