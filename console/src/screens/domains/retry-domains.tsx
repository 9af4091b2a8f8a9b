import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { postAdminDomainsOnboard, type Domain } from '#client';
import { ask } from '#data/answers/answers.ts';
import { toDomainStatusUrl } from '#data/domain-status.ts';
import { readEstimate } from '#data/estimate.ts';
import { formatPlural } from '#data/format.ts';
import { ConfirmPrice } from '#ui/actions/confirm-price.tsx';

/** Fetches again what failed, after its price was shown. Nothing when nothing failed. */
export function RetryDomains({ failed }: { readonly failed: readonly Pick<Domain, 'domain'>[] }) {
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const domains = failed.map(({ domain }) => domain);
  const order = (isDryRun: boolean) => ask(postAdminDomainsOnboard, { body: { domains, dry_run: isDryRun } });
  if (domains.length === 0) return null;
  const what = domains.length === 1 ? String(domains[0]) : formatPlural(domains.length, 'failed domain');
  return (
    <>
      <Button size="xs" mb="xs" onClick={() => setOpen(true)}>
        Try {what} again
      </Button>
      <ConfirmPrice
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={`Fetch ${what} again`}
        verb="Try again"
        of={domains}
        dryRun={async () => ({ estimate: readEstimate(await order(true)) })}
        run={() => order(false)}
        endsAt={() => domains.map(toDomainStatusUrl)}
        onDone={() => void queries.invalidateQueries()}
      >
        What was fetched before it failed is kept and not paid again.
      </ConfirmPrice>
    </>
  );
}
