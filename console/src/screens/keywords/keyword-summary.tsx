import { toInstant } from '#data/time/instant.ts';
import { Button, Group, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { postRankingsTrack } from '#client';
import { pickFilters } from '#app/filters.ts';
import { useProjectId } from '#app/project.ts';
import { useSession } from '#app/session.tsx';
import { useRawSearch } from '#app/use-screen-search.ts';
import { ask } from '#data/answers/answers.ts';
import { readEstimate } from '#data/estimate.ts';
import { ButtonLink } from '#ui/links/app-link.tsx';
import { PricedButton } from '#ui/actions/priced-button.tsx';
import { toCheckedKeyword, toCheckOrder, type Checked } from './actions/check-order.ts';
import { KeywordFacts } from './history/keyword-facts.tsx';
import { HistoryChart } from './history/history-chart.tsx';
import { useEvidence } from './history/use-evidence.ts';
import { useOneCheck } from './history/use-one-check.ts';
import { useTracked } from './history/use-tracked.ts';
import type { Keywords } from './table/keywords.ts';
import { isolate } from '#data/isolate.ts';

/** What is known of a keyword, in short: where it stands, and its days. */
export function KeywordSummary({ keywords, row }: { readonly keywords: Keywords; readonly row: number }) {
  const projectId = useProjectId();
  const search = useRawSearch();
  const openEvidence = useEvidence(projectId);
  const { textOf } = keywords;
  const { rights } = useSession();
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
          Open the full history
        </ButtonLink>
        {checkedAt !== null && (
          <Button size="xs" variant="default" onClick={() => openEvidence(tracked, checkedAt.slice(0, 10))}>
            Newest result page, and what changed
          </Button>
        )}
        {textOf('status', row) === 'failed' && rights.has('edit') && (
          <CheckAgain projectId={projectId} keyword={toCheckedKeyword(keywords, row)} />
        )}
      </Group>
      <div>
        <KeywordFacts keywords={keywords} row={row} columns={4} />
      </div>
      <HistoryChart tracked={tracked} whenSingle={useOneCheck(keywords, row)} onDay={(day) => openEvidence(tracked, day)} />
    </Stack>
  );
}

/** Repeats a check that failed, its price on the button. */
function CheckAgain({ projectId, keyword }: { readonly projectId: string; readonly keyword: Checked }) {
  const queries = useQueryClient();
  const body = { ...toCheckOrder(projectId, [keyword]), force: true };
  return (
    <PricedButton
      verb="Check again"
      begun={`${isolate(keyword.keyword)} was checked again`}
      of={body}
      dryRun={async () => readEstimate(await ask(postRankingsTrack, { body: { ...body, dry_run: true } }))}
      run={() => ask(postRankingsTrack, { body })}
      onDone={() => void queries.invalidateQueries()}
    />
  );
}
