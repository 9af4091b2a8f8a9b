import { Group, Stack } from '@mantine/core';
import { pickFilters } from '../../app/filters.ts';
import { useProjectId } from '../../app/project.ts';
import { useRawSearch } from '../../app/use-screen-search.ts';
import { ButtonLink } from '../../ui/app-link.tsx';
import { Facts } from './history/facts.tsx';
import { HistoryChart } from './history/history-chart.tsx';
import { useEvidence } from './history/use-evidence.ts';
import { useOneCheck } from './history/use-one-check.ts';
import { useTracked } from './history/use-tracked.ts';
import type { Keywords } from './table/keywords.ts';

/** What is known of a keyword, in short: where it stands, and its days. */
export function KeywordSummary({ keywords, row }: { readonly keywords: Keywords; readonly row: number }) {
  const projectId = useProjectId();
  const search = useRawSearch();
  const openEvidence = useEvidence(projectId);
  const tracked = useTracked(keywords, row);
  const { keywordId, engine, channel } = tracked;
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
          Open the full history
        </ButtonLink>
      </Group>
      <div>
        <Facts keywords={keywords} row={row} columns={4} />
      </div>
      <HistoryChart tracked={tracked} whenSingle={useOneCheck(keywords, row)} onDay={(day) => openEvidence(tracked, day)} />
    </Stack>
  );
}
