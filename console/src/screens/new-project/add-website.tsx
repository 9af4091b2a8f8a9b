import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { postAssets } from '../../../../clients/typescript/src/index.ts';
import { ask } from '../../data/answers.ts';
import type { ApiError } from '../../data/api-error.ts';
import { ErrorNote } from '../../ui/answered.tsx';
import { ConfirmPrice } from '../../ui/confirm-price.tsx';
import { describeProblem } from '../domains/read-domains.ts';
import { addAsset, askPriceOfAsset, listEndsOfAsset } from '../project/new-asset.ts';

interface AddWebsiteProps {
  readonly projectId: string;
  readonly onDone: () => void;
}

/** Adds the own website: with what is known of it, for a price, or the bare address for nothing. */
export function AddWebsite({ projectId, onDone }: AddWebsiteProps) {
  const [value, setValue] = useState('');
  const [isLeft, setLeft] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const typed = value.trim();
  const problem = typed === '' ? undefined : describeProblem([typed.replace(/^[a-z]+:\/\//iu, '').replace(/[/?#].*$/u, '')]);
  const isReady = typed !== '' && problem === undefined;
  const asset = { project_id: projectId, type: 'website', role: 'primary', value: value.trim() } as const;
  const addBare = useMutation<unknown, ApiError>({
    mutationFn: () => ask(postAssets, { body: { ...asset, skip_onboarding: true } }),
    onSuccess: onDone,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setOpen(true);
  };
  return (
    <form onSubmit={submit}>
      <Stack maw={520}>
        {addBare.error && <ErrorNote error={addBare.error} />}
        <TextInput
          label="Address"
          placeholder="example.com"
          required
          value={value}
          onChange={({ currentTarget }) => {
            setValue(currentTarget.value);
            addBare.reset();
          }}
          onBlur={() => setLeft(true)}
          error={isLeft ? problem : undefined}
          data-autofocus
        />
        <Text size="sm" c="dimmed">
          What is known of the site can be fetched now: the keywords it ranks for, the links to it, its other places. The next steps then
          have something to choose from.
        </Text>
        <Group>
          <Button type="submit" disabled={!isReady}>
            Add and fetch
          </Button>
          <Button variant="default" disabled={!isReady} loading={addBare.isPending} onClick={() => addBare.mutate()}>
            Add the address only
          </Button>
        </Group>
      </Stack>
      <ConfirmPrice
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={`Fetch what is known of ${value.trim()}`}
        verb="Fetch"
        of={asset}
        dryRun={() => askPriceOfAsset(asset)}
        run={() => addAsset(asset)}
        endsAt={listEndsOfAsset}
        onDone={onDone}
      />
    </form>
  );
}
