import { Button, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { getAppsByAppIdReviews, getAppsKeywords, postAppsByAppIdReviewsRefresh, postAppsKeywordsTrack } from '#client';
import { answerKey, ask } from '#data/answers/answers.ts';
import { readEstimate } from '#data/estimate.ts';
import { formatPlural } from '#data/format.ts';
import { ConfirmPrice } from '#ui/actions/confirm-price.tsx';
import { toStorefront, type AppOfProject } from './store.ts';

const TERMS_MAX = 200;

/** Tracks places in the store's own search, after their price was shown. */
export function TrackTerms({ projectId, platform, appId }: AppOfProject) {
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const terms = [...new Set(text.split('\n').map((line) => line.trim()))].filter((line) => line !== '');
  const order = (isDryRun: boolean) =>
    ask(postAppsKeywordsTrack, {
      body: { project_id: projectId, platform, app_id: appId, keywords: terms, ...(isDryRun && { dry_run: true }) },
    });
  return (
    <>
      <Button size="xs" variant="default" mb="sm" onClick={() => setOpen(true)}>
        Track terms
      </Button>
      <ConfirmPrice
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={terms.length === 0 ? 'Track terms' : `Track ${formatPlural(terms.length, 'term')}`}
        verb="Track"
        of={terms}
        isReady={terms.length > 0 && terms.length <= TERMS_MAX}
        dryRun={async () => ({ estimate: readEstimate(await order(true)) })}
        run={() => order(false)}
        onDone={() => {
          setText('');
          void queries.invalidateQueries({ queryKey: answerKey(getAppsKeywords) });
        }}
      >
        <Textarea
          label="One search per line"
          autosize
          minRows={4}
          maxRows={12}
          value={text}
          onChange={({ currentTarget: { value } }) => setText(value)}
          error={terms.length > TERMS_MAX ? `At most ${TERMS_MAX} at once` : undefined}
        />
      </ConfirmPrice>
    </>
  );
}

/** Reads the newest reviews, after their price was shown. */
export function ReadReviews({ projectId, platform, appId, country }: AppOfProject) {
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const order = (isDryRun: boolean) =>
    ask(postAppsByAppIdReviewsRefresh, {
      path: { app_id: appId },
      body: { project_id: projectId, platform, ...toStorefront({ country }), ...(isDryRun && { dry_run: true }) },
    });
  return (
    <>
      <Button size="xs" variant="default" mb="sm" onClick={() => setOpen(true)}>
        Read the newest reviews
      </Button>
      <ConfirmPrice
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Read the newest reviews"
        verb="Read"
        of={appId}
        dryRun={async () => ({ estimate: readEstimate(await order(true)) })}
        run={() => order(false)}
        onDone={() => void queries.invalidateQueries({ queryKey: answerKey(getAppsByAppIdReviews) })}
      >
        Up to 200 reviews are fetched. They appear here when they arrive.
      </ConfirmPrice>
    </>
  );
}
