import { Stack, Switch, TextInput, Button, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  deleteAssetsByAssetId,
  getAssets,
  putAssetsByAssetId,
  type Asset,
  postRankingsRematch,
  type PostRankingsRematchResponse,
} from '#client';
import { say } from '#data/answers/announce.ts';
import { answerKey, ask } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { ErrorNote } from '#ui/states/answered.tsx';
import { SaveRow } from '#ui/forms/save-row.tsx';
import { WordsInput } from '#ui/forms/words-input.tsx';
import { TypeToConfirm } from '#ui/forms/type-to-confirm.tsx';
import { readMatching, ROLES } from './asset.ts';
import { Drawer } from '#ui/overlay/drawer.tsx';
import { Select } from '#ui/forms/select.tsx';
import { formatPlural } from '#data/format.ts';
import { onSubmit } from '#ui/forms/on-submit.ts';

interface EditAssetProps {
  readonly asset: Asset | undefined;
  readonly onClose: () => void;
}

/** Changes an asset, beside the list. */
export function EditAsset({ asset, onClose }: EditAssetProps) {
  return (
    <Drawer opened={asset !== undefined} onClose={onClose} title={asset?.name}>
      {asset && (
        <Stack>
          <AssetForm asset={asset} />
          {(asset.type === 'website' || asset.type === 'local') && <Rematch asset={asset} />}
          <RemoveAsset asset={asset} onClose={onClose} />
        </Stack>
      )}
    </Drawer>
  );
}

function useRefresh(): (sentence: string) => void {
  const queries = useQueryClient();
  return (sentence) => {
    say(sentence);
    void queries.invalidateQueries({ queryKey: answerKey(getAssets) });
  };
}

function AssetForm({ asset }: { readonly asset: Asset }) {
  const refresh = useRefresh();
  const before = readMatching(asset);
  const [name, setName] = useState(asset.name);
  const [role, setRole] = useState(asset.role);
  const [aliases, setAliases] = useState([...before.aliases]);
  const [hasSubdomains, setSubdomains] = useState(before.hasSubdomains);
  const save = useMutation<unknown, ApiError>({
    mutationFn: () =>
      ask(putAssetsByAssetId, {
        path: { asset_id: asset.id },
        body: { name, role, ...(asset.type === 'website' ? { meta: { aliases, subdomains: hasSubdomains } } : {}) },
      }),
    onSuccess: () => refresh(`${name} saved`),
  });
  return (
    <form onSubmit={onSubmit(() => save.mutate())}>
      <Stack>
        {save.error && <ErrorNote error={save.error} />}
        <TextInput label="Name" required value={name} onChange={({ currentTarget }) => setName(currentTarget.value)} data-autofocus />
        <Select label="Role" data={[...ROLES]} value={role} onChange={(next) => next && setRole(next)} />
        {asset.type === 'website' && (
          <>
            <WordsInput
              label="Other addresses"
              description="Hosts that also count as this website"
              placeholder="other.example"
              value={aliases}
              onChange={setAliases}
            />
            <Switch
              label="Include subdomains"
              checked={hasSubdomains}
              onChange={({ currentTarget }) => setSubdomains(currentTarget.checked)}
            />
          </>
        )}
        <SaveRow isSaving={save.isPending} isSaved={save.isSuccess} />
      </Stack>
    </form>
  );
}

function RemoveAsset({ asset, onClose }: { readonly asset: Asset; readonly onClose: () => void }) {
  const refresh = useRefresh();
  const remove = useMutation<unknown, ApiError>({
    mutationFn: () => ask(deleteAssetsByAssetId, { path: { asset_id: asset.id } }),
    onSuccess: () => {
      refresh(`${asset.name} is removed`);
      onClose();
    },
  });
  return (
    <TypeToConfirm
      label="Remove this asset"
      explanation="Checks no longer look for it. Past data is kept."
      word={asset.value}
      verb="Remove"
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
    />
  );
}

const AGAIN_MS = 1500;

/** Asks again until the past is scanned. */
async function rematch(asset: Asset): Promise<PostRankingsRematchResponse> {
  const answer = await ask(postRankingsRematch, { body: { project_id: asset.project_id, asset_id: asset.id } });
  if (answer.status === 'completed') return answer;
  await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  return await rematch(asset);
}

/** Looks for an asset on the result pages that were read before it was added. It asks nothing outside. */
function Rematch({ asset }: { readonly asset: Asset }) {
  const run = useMutation<PostRankingsRematchResponse, ApiError>({ mutationFn: () => rematch(asset) });
  return (
    <Stack gap="xs" align="flex-start">
      <Text size="sm" c="dimmed">
        Past result pages are stored. Scanning them again gives this asset its history, free of charge.
      </Text>
      {run.error && <ErrorNote error={run.error} />}
      <Button variant="default" loading={run.isPending} onClick={() => run.mutate()}>
        Scan past results
      </Button>
      {run.data && (
        <Text size="sm" role="status">
          {formatPlural(run.data.keywords ?? 0, 'keyword')} scanned.
        </Text>
      )}
    </Stack>
  );
}
