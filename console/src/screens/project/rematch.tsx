import { Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { postRankingsRematch, type Asset, type PostRankingsRematchResponse } from '#client';
import { ask } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { formatPlural } from '#data/format.ts';
import { ErrorNote } from '#ui/states/answered.tsx';

const AGAIN_MS = 1500;

/** Asks again until the past is scanned. */
async function rematch(asset: Asset): Promise<PostRankingsRematchResponse> {
  const answer = await ask(postRankingsRematch, { body: { project_id: asset.project_id, asset_id: asset.id } });
  if (answer.status === 'completed') return answer;
  await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  return await rematch(asset);
}

/** Looks for an asset on the result pages that were read before it was added. It asks nothing outside. */
export function Rematch({ asset }: { readonly asset: Asset }) {
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
