import { Button } from '@mantine/core';
import { useState } from 'react';
import { postAdminDomainsOnboard } from '#client';
import { useSession } from '#app/session.tsx';
import { ask } from '#data/answers/answers.ts';
import { toDomainStatusUrl } from '#data/domain-status.ts';
import { readEstimate } from '#data/estimate.ts';
import { formatCount } from '#data/format.ts';
import { ConfirmPrice } from '#ui/actions/confirm-price.tsx';

/** So many at once: a list of more is fetched in several orders. */
const MORE_MAX = 10_000;

interface FetchMoreProps {
  readonly domain: string;
  readonly stored: number;
  readonly total: number;
}

/** Fetches more of the referring domains by name, price first. */
export function FetchMore({ domain, stored, total }: FetchMoreProps) {
  const { rights } = useSession();
  const [isOpen, setOpen] = useState(false);
  const wanted = Math.min(total, stored + MORE_MAX);
  if (!rights.has('operate') || wanted <= stored) return null;
  const body = { domain, referring_domains_limit: wanted, skip_backlinks: true, skip_keywords: true };
  const name = wanted === total ? `all ${formatCount(total)} referring domains` : `${formatCount(wanted)} referring domains`;
  const order = (isDryRun: boolean) => ask(postAdminDomainsOnboard, { body: { ...body, dry_run: isDryRun } });
  return (
    <>
      <Button size="compact-xs" variant="default" onClick={() => setOpen(true)}>
        Fetch {name}
      </Button>
      <ConfirmPrice
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={`Fetch ${name} of ${domain}`}
        verb="Fetch"
        dryRun={async () => ({ estimate: readEstimate(await order(true)) })}
        run={() => order(false)}
        endsAt={() => [toDomainStatusUrl(domain)]}
      />
    </>
  );
}
