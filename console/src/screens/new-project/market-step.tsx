import { Button, Group, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { putProjectsByProjectId, type Project } from '../../../../clients/typescript/src/index.ts';
import { useScreenSearch } from '../../app/use-screen-search.ts';
import { ask } from '../../data/answers.ts';
import type { ApiError } from '../../data/api-error.ts';
import { ErrorNote } from '../../ui/answered.tsx';
import { LanguageSelect, LocationSelect } from '../../ui/market-select.tsx';
import { newProjectSearch } from './index.ts';
import { StepFoot, useGoOn } from './step-foot.tsx';

const DEVICES = [
  { value: 'both', label: 'Desktop and mobile' },
  { value: 'desktop', label: 'Desktop' },
  { value: 'mobile', label: 'Mobile' },
];

/** Where the people are who should find the site. */
export function MarketStep({ project }: { readonly project: Pick<Project, 'id' | 'settings'> }) {
  const { search, setSearch } = useScreenSearch(newProjectSearch);
  const queries = useQueryClient();
  const goOn = useGoOn('market');
  const [location, setLocation] = useState(project.settings.default_location_code);
  const [language, setLanguage] = useState(project.settings.default_language_code);
  const settings = { default_location_code: location ?? null, default_language_code: language ?? null };
  const save = useMutation<unknown, ApiError>({
    mutationFn: () => ask(putProjectsByProjectId, { path: { project_id: project.id }, body: { settings } }),
    onSuccess: () => {
      void queries.invalidateQueries();
      goOn();
    },
  });
  return (
    <Stack>
      <Title order={2}>Where should people find it?</Title>
      {save.error && <ErrorNote error={save.error} />}
      <Group grow align="start" maw={620}>
        <LocationSelect value={location} onChange={setLocation} />
        <LanguageSelect value={language} onChange={setLanguage} />
      </Group>
      <div>
        <Text size="sm" fw={500} mb={4} id="devices-label">
          Devices
        </Text>
        <SegmentedControl
          aria-labelledby="devices-label"
          data={DEVICES}
          value={search.devices}
          onChange={(devices) => setSearch({ devices: devices as typeof search.devices })}
        />
        <Text size="sm" c="dimmed" mt={4}>
          Each device is a separate check with its own cost.
        </Text>
      </div>
      <StepFoot step="market" isBusy={save.isPending}>
        <Button loading={save.isPending} onClick={() => save.mutate()}>
          Continue
        </Button>
      </StepFoot>
    </Stack>
  );
}
