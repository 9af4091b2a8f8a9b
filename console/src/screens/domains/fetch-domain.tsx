import { useQueryClient } from '@tanstack/react-query';
import { postAdminDomainsOnboard } from '#client';
import { useSession } from '#app/session.tsx';
import { ask } from '#data/answers.ts';
import { readEstimate } from '#data/estimate.ts';
import { PricedButton } from '#ui/priced-button.tsx';

interface FetchDomainProps {
  readonly domain: string;
  /** `Fetch` what was never fetched, or `Try again`. */
  readonly verb: string;
}

/** Fetches what is known of a domain, its price on the button. Nothing for those who may not. */
export function FetchDomain({ domain, verb }: FetchDomainProps) {
  const queries = useQueryClient();
  const { scopes } = useSession();
  const order = (isDryRun: boolean) => ask(postAdminDomainsOnboard, { body: { domains: [domain], dry_run: isDryRun } });
  if (!scopes.has('admin')) return null;
  return (
    <PricedButton
      verb={verb}
      begun={`What is known of ${domain} is being fetched`}
      of={domain}
      dryRun={async () => readEstimate(await order(true))}
      run={() => order(false)}
      onDone={() => void queries.invalidateQueries()}
    />
  );
}
