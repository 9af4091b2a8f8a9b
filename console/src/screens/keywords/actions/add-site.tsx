import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { postAssets, postRankingsRematch } from '#client';
import { ask } from '#data/answers/answers.ts';
import { ConfirmPrice } from '#ui/actions/confirm-price.tsx';
import { listEndsOfAsset } from '#screens/project/new-asset.ts';

interface AddSiteProps {
  readonly projectId: string;
  readonly domain: string;
  readonly role: 'primary' | 'competitor';
}

const VERBS = { primary: 'This is our site', competitor: 'Make competitor' } as const;

/** Makes a website one of the project's own or a competitor, and finds it in the result pages that are kept already. */
export function AddSite({ projectId, domain, role }: AddSiteProps) {
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const body = { project_id: projectId, type: 'website' as const, value: domain, role };
  const title = role === 'primary' ? `Add ${domain} as a site of yours` : `Make ${domain} a competitor`;
  return (
    <>
      <Button size="compact-xs" variant="default" onClick={() => setOpen(true)} aria-label={`${VERBS[role]}: ${domain}`}>
        {VERBS[role]}
      </Button>
      <ConfirmPrice
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={title}
        verb={role === 'primary' ? 'Add' : 'Make competitor'}
        dryRun={async () => {
          const answer = await ask(postAssets, { body: { ...body, dry_run: true } });
          if (!('estimate' in answer) || !answer.estimate) throw new Error('The service returned no price');
          return { estimate: answer.estimate };
        }}
        run={async () => {
          const answer = await ask(postAssets, { body });
          const assetId = 'asset' in answer ? answer.asset.id : undefined;
          await ask(postRankingsRematch, { body: { project_id: projectId, ...(assetId && { asset_id: assetId }) } });
          return answer;
        }}
        endsAt={listEndsOfAsset}
        onDone={() => void client.invalidateQueries()}
      >
        Its links and keywords are fetched, and its past positions are read from stored result pages.
      </ConfirmPrice>
    </>
  );
}
