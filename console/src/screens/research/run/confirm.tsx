import { Button, Group, SimpleGrid, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  getRunByRunIdStatus,
  postRunByRunIdConfirmCategories,
  type ResearchEnrichment,
  type GetRunByRunIdStatusResponse as Run,
} from '#client';
import { useSession } from '#app/session.tsx';
import { answerKey, ask } from '#data/answers/answers.ts';
import { formatCount, formatUsd } from '#data/format.ts';
import { ConfirmPrice } from '#ui/actions/confirm-price.tsx';
import { toBody, toFirstConfirmation, type Confirmation } from './confirmation.ts';
import { BusinessPane, CategoriesPane, SeedsPane } from './panes.tsx';
import { toStepName } from '../words.ts';

interface ConfirmProps {
  readonly run: Run;
  readonly enrichment: ResearchEnrichment;
}

/** What the website is about, to be corrected and confirmed; then its keywords are harvested. */
export function Confirm({ run, enrichment }: ConfirmProps) {
  const { rights } = useSession();
  const [confirmation, setConfirmation] = useState(() => toFirstConfirmation(enrichment, run.estimate?.keywords_max));
  const [isAsking, setAsking] = useState(false);
  const change = (changes: Partial<Confirmation>): void => setConfirmation((before) => ({ ...before, ...changes }));
  const isReady = confirmation.categoryIds.length + confirmation.words.length > 0;
  const needsPlace = enrichment.business_type === 'local' && confirmation.locations.length === 0;
  return (
    <>
      <SimpleGrid cols={{ base: 1, md: 3 }} spacing="md">
        <BusinessPane {...{ enrichment, confirmation, change }} />
        <CategoriesPane {...{ enrichment, confirmation, change }} />
        <SeedsPane {...{ enrichment, confirmation, change }} />
      </SimpleGrid>
      <Group justify="flex-end">
        <Text size="sm" c="dimmed">
          {isReady ? (needsPlace ? 'A local business needs a location.' : 'The price is shown first.') : 'Choose a category, or name one.'}
        </Text>
        <Button disabled={!rights.has('edit') || !isReady || needsPlace} onClick={() => setAsking(true)}>
          Harvest keywords
        </Button>
      </Group>
      <Harvest isOpen={isAsking} onClose={() => setAsking(false)} run={run} body={toBody(confirmation, enrichment)} />
    </>
  );
}

interface HarvestProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly run: Run;
  readonly body: ReturnType<typeof toBody>;
}

function Harvest({ isOpen, onClose, run, body }: HarvestProps) {
  const queries = useQueryClient();
  const order = (isDryRun: boolean) =>
    ask(postRunByRunIdConfirmCategories, { path: { runId: run.run_id }, body: { ...body, dry_run: isDryRun } });
  return (
    <ConfirmPrice
      isOpen={isOpen}
      onClose={onClose}
      title={`Harvest keywords for ${run.host}`}
      verb="Harvest"
      of={body}
      dryRun={async () => {
        const answer = await order(true);
        if (!('estimate' in answer)) throw new Error('The service returned no estimate');
        return {
          estimate: answer.estimate,
          lines: [
            ['Keyword limit', formatCount(answer.keywords_max)],
            ...answer.steps.map(({ step, cost_usd: usd }) => [toStepName(step), formatUsd(usd)] as const),
            ...answer.warnings.map((warning) => ['Note', warning] as const),
          ],
        };
      }}
      run={() => order(false)}
      onDone={() => void queries.invalidateQueries({ queryKey: answerKey(getRunByRunIdStatus) })}
    />
  );
}
