import { Button, Stack, Switch, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { getClassify, postClassify, type PostClassifyData, type PostClassifyResponse } from '#client';
import { useSession } from '#app/session.tsx';
import { answerKey, ask } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { formatPlural } from '#data/format.ts';
import { forUsd } from '#ui/states/money.ts';
import { ErrorNote } from '#ui/states/answered.tsx';
import { PriceTable } from '#ui/actions/confirm-price.tsx';
import { Select } from '#ui/forms/select.tsx';
import { LeftOut } from './left-out.tsx';
import type { ReadList } from './new-list.tsx';
import { KIND_WORDS, KINDS } from './words.ts';

export interface Stages {
  readonly isLlmAsked: boolean;
  readonly arePagesRead: boolean;
  /** Who pays. */
  readonly projectId: string | null;
}

interface OrderProps {
  readonly list: ReadList;
  readonly body: PostClassifyData['body'];
  readonly stages: Stages;
  readonly onStages: (stages: Stages) => void;
  /** The price is that of what is in the field now. */
  readonly isCurrent: boolean;
}

/** What would be classified, by which stages, for which price, and the button that does it. */
export function Order({ list, body, stages, onStages, isCurrent }: OrderProps) {
  const { estimate, kinds, items } = list;
  const { projects } = useSession().me;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const start = useMutation<PostClassifyResponse, ApiError>({
    mutationFn: () => ask(postClassify, { body }),
    onSuccess: (begun) => {
      void queries.invalidateQueries({ queryKey: answerKey(getClassify) });
      if ('list_id' in begun) void navigate({ to: '/classification/classify/$listId', params: { listId: begun.list_id } } as never);
    },
  });
  const parts = KINDS.filter((kind) => kinds[kind] > 0).map((kind) => formatPlural(kinds[kind], ...KIND_WORDS[kind]));
  const count = formatPlural(items.length, 'item');
  return (
    <Stack gap="sm">
      <Text fw={600} role="status">
        {count}: {parts.join(', ')}
      </Text>
      <LeftOut refused={list.refused} duplicates={list.duplicates} />
      <Switch
        label="Read pages of sites whose name says too little"
        description="Free, but slow: a site is asked one page at a time."
        checked={stages.arePagesRead}
        onChange={({ currentTarget }) => onStages({ ...stages, arePagesRead: currentTarget.checked })}
      />
      <Switch
        label="Ask the language model about items that are still uncertain"
        description="The only paid stage. Most lists need it for some of their items."
        checked={stages.isLlmAsked}
        onChange={({ currentTarget }) => onStages({ ...stages, isLlmAsked: currentTarget.checked })}
      />
      <Select
        size="xs"
        label="For the project"
        description="It is charged, and its brand is recognized in keywords."
        placeholder="No project"
        clearable
        data={projects.map(({ id, name }) => ({ value: id, label: name }))}
        value={stages.projectId}
        onChange={(projectId) => onStages({ ...stages, projectId })}
      />
      <PriceTable price={{ estimate, lines: [['Rules, models and reading of pages', 'free']] }} />
      {stages.isLlmAsked && (
        <Text size="sm" c="dimmed">
          {estimate.calls === 0
            ? 'No language model is set up, so this is free.'
            : `This is the maximum: items that the free stages are sure of are not sent. Items that a budget refuses keep their free answer and are marked.`}
        </Text>
      )}
      {start.error && <ErrorNote error={start.error} />}
      <Button onClick={() => start.mutate()} loading={start.isPending} disabled={!isCurrent}>
        Classify {count}
        {estimate.cost_usd === 0 ? ' for free' : forUsd(estimate.cost_usd, ' for at most ')}
      </Button>
    </Stack>
  );
}
