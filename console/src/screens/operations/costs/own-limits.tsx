import { Text } from '@mantine/core';
import type { BudgetUse } from '#client';
import { formatUsd } from '#data/format.ts';
import { AppLink } from '#ui/links/app-link.tsx';
import { useScopeName } from './scope.tsx';
import { listOwnLimits, PROJECTS } from './shared-limit.ts';

/** The projects with a limit of their own, each with the way to change it. */
export function OwnLimits({ limit }: Pick<BudgetUse, 'limit'>) {
  const toName = useScopeName(PROJECTS);
  const own = listOwnLimits(limit);
  if (own.length === 0)
    return (
      <Text size="sm" c="dimmed">
        A project gets a limit of its own in its settings.
      </Text>
    );
  return (
    <div>
      <Text size="sm">With a limit of their own, changed in their settings:</Text>
      <ul>
        {own.map(({ projectId, limitUsd }) => (
          <li key={projectId}>
            <AppLink to="/p/$projectId/settings" params={{ projectId }} size="sm">
              {toName(projectId)}
            </AppLink>{' '}
            <Text span size="sm">
              {limitUsd === null ? 'no limit' : `${formatUsd(limitUsd)} a month`}
            </Text>
          </li>
        ))}
      </ul>
    </div>
  );
}
