import { Button, Group, Stack } from '@mantine/core';
import { pickFilters } from '../../app/filters.ts';
import { useProjectId } from '../../app/project.ts';
import { useRawSearch } from '../../app/use-screen-search.ts';
import { ButtonLink } from '../../ui/app-link.tsx';
import { Facts } from './history/facts.tsx';
import { HistoryChart } from './history/history-chart.tsx';
import { useEvidence } from './history/use-evidence.ts';
import { useTracked } from './history/use-tracked.ts';
import type { Keywords } from './table/keywords.ts';
import { toInstant } from './table/outcomes.ts';

/** What is known of a keyword, in short: where it stands, and its days. */
export function KeywordSummary({ keywords, row }: { readonly keywords: Keywords; readonly row: number }) {
  const projectId = useProjectId();
  const search = useRawSearch();
  const openEvidence = useEvidence(projectId);
  const tracked = useTracked(keywords, row);
  const { keywordId, engine, channel } = tracked;
  const checkedAt = toInstant(keywords.columns.checked_at[row]);
  return (
    <Stack>
      <Group>
        <ButtonLink
          size="xs"
          variant="default"
          to="/p/$projectId/keywords/$keywordId"
          params={{ projectId, keywordId }}
          search={{ ...pickFilters(search), engine, channel }}
        >
          Open the whole history
        </ButtonLink>
        {checkedAt !== null && (
          <Button size="xs" variant="default" onClick={() => openEvidence(tracked, checkedAt.slice(0, 10))}>
            Newest result page, and what changed
          </Button>
        )}
      </Group>
      <div>
        <Facts keywords={keywords} row={row} columns={4} />
      </div>
      <HistoryChart tracked={tracked} onDay={(day) => openEvidence(tracked, day)} />
    </Stack>
  );
}
