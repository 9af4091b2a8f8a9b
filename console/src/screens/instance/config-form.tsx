import { Group, NumberInput, Stack, Switch, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { getAdminConfig, putAdminConfig, type GetAdminConfigResponse } from '#client';
import { say } from '#data/answers/announce.ts';
import { answerKey, ask } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { formatPlural } from '#data/format.ts';
import { ErrorNote } from '#ui/states/answered.tsx';
import { SaveRow } from '#ui/forms/save-row.tsx';
import { Select } from '#ui/forms/select.tsx';
import { onSubmit } from '#ui/forms/on-submit.ts';

const PRIORITIES = [
  { value: 'normal', label: 'Normal' },
  { value: 'high', label: 'High (costs double)' },
];

const PAGE_SERVICES = [
  { value: 'off', label: 'Not read' },
  { value: 'plain', label: 'Without scripts ($0.000125 per page)' },
  { value: 'rendered', label: 'With scripts ($0.00125 per page)' },
  { value: 'premium', label: 'With scripts, through more networks' },
];

/** What operators change while the service runs. */
export function ConfigForm({ config }: { readonly config: GetAdminConfigResponse }) {
  const queries = useQueryClient();
  const [priority, setPriority] = useState(config.serp_priority);
  const [pageService, setPageService] = useState(config.page_service);
  const [days, setDays] = useState<number | string>(config.audit_retention_days);
  const [isDraining, setDraining] = useState(config.drain_mode);
  const save = useMutation<unknown, ApiError>({
    mutationFn: () =>
      ask(putAdminConfig, {
        body: { serp_priority: priority, page_service: pageService, audit_retention_days: Number(days), drain_mode: isDraining },
      }),
    onSuccess: () => {
      say('Settings saved');
      void queries.invalidateQueries({ queryKey: answerKey(getAdminConfig) });
    },
  });
  return (
    <form onSubmit={onSubmit(() => save.mutate())}>
      <Stack>
        <Title order={2}>Operation</Title>
        {save.error && <ErrorNote error={save.error} />}
        <Group grow align="flex-end">
          <Select
            label="Priority of checks"
            description="In the provider's queue"
            data={PRIORITIES}
            value={priority}
            onChange={(next) => next && setPriority(next as typeof priority)}
          />
          <Select
            label="Pages rendered by scripts"
            description="The provider reads them for a fee when they are classified"
            data={PAGE_SERVICES}
            value={pageService}
            onChange={(next) => next && setPageService(next as typeof pageService)}
          />
          <NumberInput
            label="Audit log"
            description="Days to keep entries"
            min={1}
            allowDecimal={false}
            value={days}
            onChange={setDays}
            required
          />
        </Group>
        <Switch
          label="Drain the queues"
          description={`Messages are removed without being processed. ${formatPlural(config.drained, 'message')} so far.`}
          color="red.9"
          checked={isDraining}
          onChange={({ currentTarget }) => setDraining(currentTarget.checked)}
        />
        <SaveRow isSaving={save.isPending} isSaved={save.isSuccess} />
      </Stack>
    </form>
  );
}
