import { Button } from '@mantine/core';
import { useState } from 'react';
import { getAnswersFanOuts, getRankingsGrid, postKeywordsTrack, type AnswerFanOut } from '#client';
import { useProjectId } from '#app/project.ts';
import { ask } from '#data/answers/answers.ts';
import { readEstimate } from '#data/estimate.ts';
import { formatPlural } from '#data/format.ts';
import { useRefresh } from '#screens/operations/use-refresh.ts';
import { ConfirmPrice } from '#ui/actions/confirm-price.tsx';

interface TrackSearchesProps {
  readonly searches: readonly AnswerFanOut[];
  readonly onDone?: () => void;
}

/** Tracks what assistants searched for as keywords of the market of its prompts, for the price that stands there first. */
export function TrackSearches({ searches, onDone }: TrackSearchesProps) {
  const projectId = useProjectId();
  const [isOpen, setOpen] = useState(false);
  const refresh = useRefresh(getAnswersFanOuts, getRankingsGrid);
  const open = searches.filter(({ tracked, trackable }) => tracked === null && trackable);
  const keywords = open.map(({ query, location_code: location, language_code: language }) => ({
    project_id: projectId,
    keyword_text: query,
    location_code: location,
    language_code: language,
  }));
  const title = onDone === undefined ? 'Track' : `Track ${formatPlural(open.length, 'search', 'searches')}`;
  const order = (isDryRun: boolean) => ask(postKeywordsTrack, { body: { keywords, dry_run: isDryRun } });
  if (open.length === 0) return null;
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={onDone === undefined ? `Track ${open[0]?.query ?? ''}` : undefined}
        onClick={(event) => {
          event.stopPropagation();
          setOpen(true);
        }}
      >
        {title}
      </Button>
      <ConfirmPrice
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={`Track ${formatPlural(open.length, 'search', 'searches')}`}
        verb="Track"
        of={keywords}
        dryRun={async () => ({ estimate: readEstimate(await order(true)) })}
        run={() => order(false)}
        onDone={() => {
          refresh();
          onDone?.();
        }}
      >
        Each day on desktop, in the place and language of the prompt.
      </ConfirmPrice>
    </>
  );
}
