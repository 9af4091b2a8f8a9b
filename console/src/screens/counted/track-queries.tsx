import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { getProjectsByProjectIdSearchConsoleOpportunities, getRankingsGrid, postKeywordsTrack } from '#client';
import { useProjectId } from '#app/project.ts';
import { answerKey, ask } from '#data/answers/answers.ts';
import { readEstimate } from '#data/estimate.ts';
import { formatPlural } from '#data/format.ts';
import { ConfirmPrice } from '#ui/actions/confirm-price.tsx';

const AT_ONCE_MAX = 1_000;

/** Tracks queries as keywords, after the price was shown. */
export function TrackQueries({ queries }: { readonly queries: readonly string[] }) {
  const cache = useQueryClient();
  const projectId = useProjectId();
  const [isOpen, setOpen] = useState(false);
  const wanted = [...new Set(queries)].slice(0, AT_ONCE_MAX);
  const title = `Track ${formatPlural(wanted.length, 'query', 'queries')}`;
  const keywords = wanted.map((keyword) => ({ project_id: projectId, keyword_text: keyword }));
  const order = (isDryRun: boolean) => ask(postKeywordsTrack, { body: { keywords, dry_run: isDryRun } });
  if (wanted.length === 0) return null;
  return (
    <>
      <Button size="xs" variant="default" mb="sm" onClick={() => setOpen(true)}>
        {title}
      </Button>
      <ConfirmPrice
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={title}
        verb="Track"
        of={wanted}
        dryRun={async () => ({ estimate: readEstimate(await order(true)) })}
        run={() => order(false)}
        onDone={() => {
          void cache.invalidateQueries({ queryKey: answerKey(getRankingsGrid) });
          void cache.invalidateQueries({ queryKey: answerKey(getProjectsByProjectIdSearchConsoleOpportunities) });
        }}
      >
        On desktop, in the place and language that keywords have without a choice.
      </ConfirmPrice>
    </>
  );
}
