import { Button, Group, Text } from '@mantine/core';
import { getTopDomains } from '#client';
import { useAnswer } from '#data/answers/answers.ts';
import { formatPlural } from '#data/format.ts';
import { ErrorNote } from '#ui/states/answered.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { useRivals } from './use-rivals.ts';

const SUGGESTED_MAX = 6;
/** Result pages are counted some seconds after they are read. */
const AGAIN_MS = 5_000;

/** Sites that stand on most of the project's result pages and are not its competitors yet: one press adds one. Nothing before the first check. */
export function SuggestedRivals({ projectId }: { readonly projectId: string }) {
  const { isRead, known, add } = useRivals(projectId);
  const query = { project_id: projectId, limit: SUGGESTED_MAX + known.size };
  const top = useAnswer(getTopDomains, { query }, { everyMs: AGAIN_MS }).data?.domains ?? [];
  const suggested = top.filter(({ domain }) => !known.has(domain)).slice(0, SUGGESTED_MAX);
  if (!isRead || suggested.length === 0) return null;
  return (
    <div role="group" aria-label="Suggested competitors">
      <Text size="sm" mb={6}>
        These sites rank for the same keywords. Add those you compete with:
      </Text>
      {add.error && <ErrorNote error={add.error} />}
      <Group gap="xs">
        {suggested.map(({ domain, keywords_count: shared }) => (
          <Button
            key={domain}
            size="compact-sm"
            variant="default"
            leftSection={<Icon name="plus" size={14} />}
            loading={add.isPending && add.variables === domain}
            disabled={add.isPending}
            aria-label={`Add ${domain} ${formatPlural(shared, 'keyword')}`}
            onClick={() => add.mutate(domain)}
          >
            {domain}{' '}
            <Text span size="xs" c="dimmed" ml={6}>
              {formatPlural(shared, 'keyword')}
            </Text>
          </Button>
        ))}
      </Group>
    </div>
  );
}
