import { Checkbox, Group, Stack, Textarea, TextInput, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { putProjectsByProjectId, type GetProjectsByProjectIdResponse } from '#client';
import { say } from '#data/answers/announce.ts';
import { ask } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { describePending } from '#data/scale.ts';
import type { PositionScale } from '#ui/charts/position-bands.ts';
import { ErrorNote } from '#ui/states/answered.tsx';
import { LanguageSelect, LocationSelect } from '#ui/forms/market-select.tsx';
import { SaveRow } from '#ui/forms/save-row.tsx';
import { Select } from '#ui/forms/select.tsx';
import { onSubmit } from '#ui/forms/on-submit.ts';

export type ShownProject = GetProjectsByProjectIdResponse['project'];

interface ProjectFormProps {
  readonly project: ShownProject;
  readonly canWrite: boolean;
}

/** Name, zone, market and state of a project. */
export function ProjectForm({ project, canWrite }: ProjectFormProps) {
  const queries = useQueryClient();
  const [values, setValues] = useState(() => toValues(project));
  const change = (changes: Partial<typeof values>): void => setValues({ ...values, ...changes });
  const save = useMutation<unknown, ApiError>({
    mutationFn: () => ask(putProjectsByProjectId, { path: { project_id: project.id }, body: toBody(values) }),
    onSuccess: () => {
      say('Settings saved');
      void queries.invalidateQueries();
    },
  });
  return (
    <form onSubmit={onSubmit(() => save.mutate())}>
      <Stack>
        <Title order={2}>General</Title>
        {save.error && <ErrorNote error={save.error} />}
        <TextInput
          label="Name"
          required
          disabled={!canWrite}
          value={values.name}
          onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        />
        <Textarea
          label="Description"
          autosize
          minRows={2}
          disabled={!canWrite}
          value={values.description}
          onChange={({ currentTarget }) => change({ description: currentTarget.value })}
        />
        <Group grow align="start">
          <LocationSelect value={values.location} onChange={(location) => change({ location })} disabled={!canWrite} />
          <LanguageSelect value={values.language} onChange={(language) => change({ language })} disabled={!canWrite} />
        </Group>
        <Group grow align="start">
          <Select
            label="Time zone"
            description="Days start and end in this time zone"
            disabled={!canWrite}
            data={listTimeZones(values.timeZone)}
            value={values.timeZone}
            onChange={(timeZone) => timeZone && change({ timeZone })}
          />
          <Select
            label="State"
            description="Paused projects are not checked"
            disabled={!canWrite}
            data={STATES}
            value={values.status}
            onChange={(status) => status && change({ status: status as ShownProject['status'] })}
          />
        </Group>
        <Select
          label="Positions count"
          description={
            describePending(project.position_scale_pending) ?? 'In totals, changes, filters, and shared links, including past data'
          }
          disabled={!canWrite}
          data={SCALES}
          value={values.scale}
          onChange={(scale) => scale && change({ scale: scale as PositionScale })}
        />
        <Checkbox
          label="Load AI Overviews that arrive late"
          description="On Google's organic pages. Each costs as much as a first page, and nothing where there is none. Without it, nothing is known of whom they cite."
          disabled={!canWrite}
          checked={values.loadsOverviews}
          onChange={({ currentTarget }) => change({ loadsOverviews: currentTarget.checked })}
        />
        {canWrite && <SaveRow isSaving={save.isPending} isSaved={save.isSuccess} />}
      </Stack>
    </form>
  );
}

const SCALES = [
  { value: 'organic', label: 'Results of the channel: organic, or local' },
  { value: 'page', label: 'Everything on the page' },
];

const STATES = [
  { value: 'active', label: 'Active' },
  { value: 'paused', label: 'Paused' },
  { value: 'archived', label: 'Archived' },
];

function toValues({ name, description, settings, time_zone: timeZone, status }: ShownProject) {
  return {
    name,
    description: description ?? '',
    location: settings.default_location_code,
    language: settings.default_language_code,
    scale: settings.position_scale ?? ('organic' as PositionScale),
    loadsOverviews: settings.load_ai_overviews ?? false,
    timeZone,
    status,
  };
}

function toBody({ name, description, location, language, scale, loadsOverviews, timeZone, status }: ReturnType<typeof toValues>) {
  return {
    name: name.trim(),
    description: description.trim() === '' ? null : description,
    settings: {
      default_location_code: location ?? null,
      default_language_code: language ?? null,
      position_scale: scale,
      load_ai_overviews: loadsOverviews,
    },
    time_zone: timeZone,
    status,
  };
}

/** Every zone that the browser knows, with UTC and the present one, which it may not know. */
function listTimeZones(present: string): string[] {
  return [...new Set(['UTC', present, ...Intl.supportedValuesOf('timeZone')])];
}
