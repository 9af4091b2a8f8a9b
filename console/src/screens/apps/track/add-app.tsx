import { Group, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { getAppsTracked } from '#client';
import { answerKey } from '#data/answers/answers.ts';
import { ConfirmPrice } from '#ui/actions/confirm-price.tsx';
import { COUNTRIES } from '../countries.ts';
import { FindApps, type FoundApp } from './find-apps.tsx';
import { PLATFORMS, toAppId, type Platform } from '../store/store.ts';
import { orderTracking, priceTracking } from './tracking.ts';
import { Select } from '#ui/forms/select.tsx';

interface AddAppProps {
  readonly projectId: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Tracks an app that is found by words, by its id or by the address of its page in the store, after its price was shown. */
export function AddApp({ projectId, isOpen, onClose }: AddAppProps) {
  const queries = useQueryClient();
  const [platform, setPlatform] = useState<Platform>('store_a');
  const [country, setCountry] = useState('us');
  const [text, setText] = useState('');
  const [found, setFound] = useState<FoundApp>();
  const typedId = toAppId(platform, text);
  const appId = typedId ?? found?.app_id ?? '';
  const order = { projectId, platform, appId, country, name: typedId === undefined ? (found?.title ?? null) : null };
  return (
    <ConfirmPrice
      isOpen={isOpen}
      onClose={onClose}
      title="Track an app"
      verb="Track"
      of={order}
      isReady={appId !== ''}
      dryRun={() => priceTracking(order)}
      run={() => orderTracking(order)}
      onDone={() => {
        setText('');
        setFound(undefined);
        void queries.invalidateQueries({ queryKey: answerKey(getAppsTracked) });
      }}
    >
      <Group align="flex-start" grow>
        <Select
          label="Store"
          data={[...PLATFORMS]}
          value={platform}
          onChange={(value) => {
            if (value) setPlatform(value as Platform);
            setFound(undefined);
          }}
        />
        <Select label="Country" data={COUNTRIES} value={country} onChange={(value) => value && setCountry(value)} />
      </Group>
      <TextInput
        label="Name, id, or store URL"
        placeholder={platform === 'store_a' ? 'budget planner, or 310633997' : 'budget planner, or com.example.app'}
        value={text}
        onChange={({ currentTarget: { value } }) => {
          setText(value);
          setFound(undefined);
        }}
      />
      {typedId === undefined && (
        <FindApps key={platform} projectId={projectId} platform={platform} words={text.trim()} chosen={found} onChoose={setFound} />
      )}
      <Text size="sm" c="dimmed">
        The app is read right away, then once a day.
      </Text>
    </ConfirmPrice>
  );
}
