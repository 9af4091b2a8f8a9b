import { Button, Checkbox, Group, NumberInput, Stack, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { getExports, getExportsByExportId, putExportsByExportId, type Export, type PutExportsByExportIdResponse } from '#client';
import { say } from '#data/answers/announce.ts';
import { ask } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { readProblems } from '#data/answers/problems.ts';
import { useRefresh } from '#screens/operations/use-refresh.ts';
import { RHYTHMS, WhenFields } from '#screens/schedules/when-fields.tsx';
import { onSubmit } from '#ui/forms/on-submit.ts';
import { Select } from '#ui/forms/select.tsx';
import { Section } from '#ui/layout/section.tsx';
import { ErrorNote } from '#ui/states/answered.tsx';
import { DestinationFields } from './destination-fields.tsx';
import { toBody, toDraft, type Draft } from './draft.ts';

const FORMATS = [
  { value: 'csv', label: 'CSV' },
  { value: 'jsonl', label: 'Lines of JSON' },
] as const;
const OWN_RHYTHMS = [{ value: 'hand', label: 'By hand' }, ...RHYTHMS] as const;
const FIELDS = ['name', 'at', 'weekday', 'day_of_month', 'time_zone', 'keep_days'];
const KEEP_DAYS_MAX = 90;

/** An export as it is set: which rows, in which format, when, and where to. */
export function ExportForm({ one }: { readonly one: Export }) {
  const [draft, setDraft] = useState(() => toDraft(one));
  const change = (values: Partial<Draft>): void => setDraft({ ...draft, ...values });
  const refresh = useRefresh(getExports, getExportsByExportId);
  const save = useMutation<PutExportsByExportIdResponse, ApiError>({
    mutationFn: () => ask(putExportsByExportId, { path: { export_id: one.id }, body: toBody(draft, one) }),
    onSuccess: (saved) => {
      say(`${saved.export.name} is saved`);
      refresh();
    },
  });
  const problems = readProblems(save.error);
  const isDirty = JSON.stringify(draft) !== JSON.stringify(toDraft(one));
  return (
    <Section title="How it is set">
      <form onSubmit={onSubmit(() => save.mutate())} noValidate>
        <Stack maw={640}>
          <TextInput
            label="Name"
            required
            value={draft.name}
            error={problems.of('name')}
            onChange={({ currentTarget }) => change({ name: currentTarget.value })}
          />
          <Textarea
            label="Filters"
            description="One a line, as name=value"
            autosize
            minRows={2}
            value={draft.filters}
            onChange={({ currentTarget }) => change({ filters: currentTarget.value })}
          />
          <Select label="Format" data={FORMATS} value={draft.format} onChange={(format) => format && change({ format })} />
          <WhenFields timing={draft} problems={problems} onChange={change}>
            <Select
              label="When"
              data={OWN_RHYTHMS}
              value={draft.every ?? 'hand'}
              onChange={(every) => every && change({ every: every === 'hand' ? null : every })}
            />
          </WhenFields>
          <DestinationFields one={one} draft={draft} problems={problems} onChange={change} />
          <NumberInput
            label="Keep files for days"
            min={1}
            max={KEEP_DAYS_MAX}
            value={draft.keepDays}
            error={problems.of('keep_days')}
            onChange={(value) => change({ keepDays: Number(value) || 1 })}
          />
          <Checkbox
            label="It comes by itself"
            checked={draft.isOn}
            onChange={({ currentTarget }) => change({ isOn: currentTarget.checked })}
          />
          {save.error && !problems.areAllAt(FIELDS) && <ErrorNote error={save.error} />}
          <Group>
            <Button type="submit" loading={save.isPending} disabled={!isDirty || draft.name.trim() === ''}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
