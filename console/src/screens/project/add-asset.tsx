import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { getAssets, type Asset } from '#client';
import { answerKey } from '#data/answers/answers.ts';
import { ConfirmPrice } from '#ui/actions/confirm-price.tsx';
import { ASSET_TYPES, ROLES } from './asset.ts';
import { addAsset, askPriceOfAsset, listEndsOfAsset, type NewAsset } from './new-asset.ts';
import { Select } from '#ui/forms/select.tsx';

const TYPING_MS = 400;

interface AddAssetProps {
  readonly projectId: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Adds what a project looks for, with the price of what is fetched about it first. */
export function AddAsset({ projectId, isOpen, onClose }: AddAssetProps) {
  const queries = useQueryClient();
  const [type, setType] = useState<NewAsset['type']>('website');
  const [role, setRole] = useState<Asset['role']>('competitor');
  const [value, setValue] = useState('');
  const [typed] = useDebouncedValue(value.trim(), TYPING_MS);
  const asset: NewAsset = { project_id: projectId, type, role, value: typed };
  return (
    <ConfirmPrice
      isOpen={isOpen}
      onClose={onClose}
      title="Add an asset"
      verb="Add"
      of={asset}
      isReady={typed !== '' && typed === value.trim()}
      dryRun={() => askPriceOfAsset(asset)}
      run={() => addAsset(asset)}
      endsAt={listEndsOfAsset}
      onDone={() => {
        setValue('');
        void queries.invalidateQueries({ queryKey: answerKey(getAssets) });
      }}
    >
      <Select label="Kind" data={[...ASSET_TYPES]} value={type} onChange={(next) => next && setType(next)} />
      <TextInput
        label="Address"
        placeholder={ASSET_TYPES.find((known) => known.value === type)?.hint ?? ''}
        value={value}
        onChange={({ currentTarget }) => setValue(currentTarget.value)}
        data-autofocus
      />
      <Select label="Role" data={[...ROLES]} value={role} onChange={(next) => next && setRole(next)} />
    </ConfirmPrice>
  );
}
