import { Button, Checkbox, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  getProjectsByProjectIdKeywordData,
  putProjectsByProjectIdKeywordData,
  type GetProjectsByProjectIdKeywordDataResponse,
} from '#client';
import { answerKey, ask, useAnswer } from '#data/answers/answers.ts';
import { readEstimate } from '#data/estimate.ts';
import { formatCount, formatPlural } from '#data/format.ts';
import { Answered } from '#ui/states/answered.tsx';
import { ConfirmPrice } from '#ui/actions/confirm-price.tsx';
import { Select } from '#ui/forms/select.tsx';

type Shown = GetProjectsByProjectIdKeywordDataResponse;

const MONTHS = [
  { value: '12', label: 'One year, included with the metrics' },
  { value: '24', label: 'Two years' },
  { value: '48', label: 'Four years' },
  { value: '84', label: 'As far back as the provider has data' },
];

interface KeywordDataProps {
  readonly projectId: string;
  readonly canWrite: boolean;
}

/** What is bought beside the usual figures of tracked keywords, and how much of it is there. */
export function KeywordData({ projectId, canWrite }: KeywordDataProps) {
  const data = useAnswer(getProjectsByProjectIdKeywordData, { path: { project_id: projectId } });
  return (
    <Stack gap="xs">
      <Title order={2}>Search volume</Title>
      <Answered answer={data} height={120}>
        {(shown) => (
          <>
            <Coverage shown={shown} />
            {canWrite && <Wanted key={`${shown.history_months} ${shown.include_clickstream_data}`} shown={shown} />}
          </>
        )}
      </Answered>
    </Stack>
  );
}

function Coverage({ shown: { coverage, include_clickstream_data: withClickstream, history_months: months } }: { readonly shown: Shown }) {
  const of = (count: number): string => `${formatCount(count)} of ${formatPlural(coverage.keywords, 'keyword')}`;
  return (
    <Text size="sm" c="dimmed">
      Metrics: {of(coverage.with_figures)}. Past years:{' '}
      {months > 12 || coverage.with_history > 0 ? of(coverage.with_history) : 'not bought'}. Clickstream:{' '}
      {withClickstream || coverage.with_clickstream > 0 ? of(coverage.with_clickstream) : 'not bought'}.
      {coverage.without_offer > 0 && ` For ${formatCount(coverage.without_offer)} the provider sells neither.`}
    </Text>
  );
}

function Wanted({ shown }: { readonly shown: Shown }) {
  const queries = useQueryClient();
  const [months, setMonths] = useState(String(shown.history_months));
  const [withClickstream, setClickstream] = useState(shown.include_clickstream_data);
  const [isOpen, setOpen] = useState(false);
  const path = { project_id: shown.project_id };
  const body = { history_months: Number(months), include_clickstream_data: withClickstream };
  const isSame = body.history_months === shown.history_months && withClickstream === shown.include_clickstream_data;
  return (
    <>
      <Select label="Monthly history" data={toChoices(months)} value={months} onChange={(value) => value && setMonths(value)} />
      <Checkbox
        label="Clickstream"
        description="Search data from users who share their browsing, with gender and age. Doubles the monthly price of metrics."
        checked={withClickstream}
        onChange={({ currentTarget }) => setClickstream(currentTarget.checked)}
      />
      <div>
        <Button disabled={isSame} onClick={() => setOpen(true)}>
          Show the price
        </Button>
      </div>
      <ConfirmPrice
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Change search volume data"
        verb="Change"
        of={body}
        dryRun={async () => ({
          estimate: readEstimate(await ask(putProjectsByProjectIdKeywordData, { path, body: { ...body, dry_run: true } })),
        })}
        run={() => ask(putProjectsByProjectIdKeywordData, { path, body })}
        onDone={() => void queries.invalidateQueries({ queryKey: answerKey(getProjectsByProjectIdKeywordData) })}
      >
        <Text size="sm">Missing data is bought in the background. Data already bought is kept.</Text>
      </ConfirmPrice>
    </>
  );
}

/** A number of months that was set elsewhere is a choice too. */
function toChoices(months: string): typeof MONTHS {
  return MONTHS.some(({ value }) => value === months) ? MONTHS : [...MONTHS, { value: months, label: `${months} months` }];
}
