import '@mantine/core/styles/Tabs.css';
import { Alert, Stack, Tabs, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { getDomainsByDomainSummary, postAdminDomainsOnboard } from '#client';
import { useParameter } from '#app/project.ts';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { useAnswer, ask } from '#data/answers/answers.ts';
import { Answered, Empty } from '#ui/states/answered.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { OutsideLink } from '#ui/links/outside-link.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { useSession } from '#app/session.tsx';
import { readEstimate } from '#data/estimate.ts';
import { PricedButton } from '#ui/actions/priced-button.tsx';
import { Anchors } from './anchors.tsx';
import type { Known } from './fetched.ts';
import { DOMAIN_TABS, domainSearch } from './search.ts';
import { sayDomain } from './leads.ts';
import { Links } from './links.tsx';
import { nameFetch } from './name-fetch.ts';
import { OwnPages } from './own-pages.tsx';
import { Ranked } from './ranked.tsx';
import { Summary } from './summary.tsx';

const TITLES = { summary: 'Summary', keywords: 'Keywords', pages: 'Pages', links: 'Links', anchors: 'Anchors' } as const;

const NOT_FOUND = 404;
/** States of a fetch that a person can end. */
const LACKING: ReadonlySet<string> = new Set(['failed', 'refused']);

/** What is known of one domain. */
export function View() {
  const domain = useParameter('domain');
  const { search, setSearch } = useScreenSearch(domainSearch);
  const summary = useAnswer(getDomainsByDomainSummary, { path: { domain } });
  const isUnknown = summary.error?.status === NOT_FOUND;
  /** State of its fetching: says what an empty list means. */
  const withKnown = (toTab: (known: Known) => ReactNode) => (
    <Answered answer={summary} height={480}>
      {toTab}
    </Answered>
  );
  return (
    <>
      <PageHeader
        title={domain}
        lead={summary.data && sayDomain(summary.data)}
        description={<OutsideLink href={`https://${domain}`}>Open the website</OutsideLink>}
      />
      <Tabs
        value={isUnknown ? 'summary' : search.tab}
        keepMounted={false}
        onChange={(tab) =>
          setSearch({ tab: tab as typeof search.tab, offset: undefined, text: undefined, sort: undefined, columns: undefined })
        }
      >
        <Tabs.List mb="md">
          {DOMAIN_TABS.filter((tab) => !isUnknown || tab === 'summary').map((tab) => (
            <Tabs.Tab key={tab} value={tab}>
              {TITLES[tab]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="summary">
          {isUnknown ? (
            <Empty title={`Nothing is known of ${domain} yet`} action={<FetchDomain domain={domain} verb="Fetch" />}>
              Its links, ranked keywords and other places of the brand can be fetched; after that a snapshot is taken each week.
            </Empty>
          ) : (
            <Answered answer={summary} height={480}>
              {(known) => (
                <>
                  {LACKING.has(nameFetch(known)) && <FailedFetch domain={domain} state={nameFetch(known)} error={known.onboard_error} />}
                  {known.data_tier === 'classified' && <FetchDomain domain={domain} verb="Fetch" />}
                  <Summary known={known} />
                </>
              )}
            </Answered>
          )}
        </Tabs.Panel>
        <Tabs.Panel value="keywords">
          {withKnown((known) => (
            <Ranked domain={domain} known={known} />
          ))}
        </Tabs.Panel>
        <Tabs.Panel value="pages">
          {withKnown((known) => (
            <OwnPages domain={domain} known={known} />
          ))}
        </Tabs.Panel>
        <Tabs.Panel value="links">
          {withKnown((known) => (
            <Links domain={domain} known={known} />
          ))}
        </Tabs.Panel>
        <Tabs.Panel value="anchors">
          {withKnown((known) => (
            <Anchors domain={domain} known={known} />
          ))}
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

/** Why the last fetch came to nothing, and the way to do it again. */
function FailedFetch({ domain, state, error }: { readonly domain: string; readonly state: string; readonly error: string | null }) {
  return (
    <Alert
      color="red"
      variant="outline"
      mb="md"
      title={state === 'refused' ? 'A budget refused the last fetch' : 'The last fetch failed'}
      icon={<Icon name="alert" />}
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{error ?? 'The reason was not kept.'} What was fetched before it is kept.</Text>
        <FetchDomain domain={domain} verb="Try again" />
      </Stack>
    </Alert>
  );
}

interface FetchDomainProps {
  readonly domain: string;
  /** `Fetch` what was never fetched, or `Try again`. */
  readonly verb: string;
}

/** Fetches what is known of a domain, its price on the button. Nothing for those who may not. */
function FetchDomain({ domain, verb }: FetchDomainProps) {
  const queries = useQueryClient();
  const { rights } = useSession();
  const order = (isDryRun: boolean) => ask(postAdminDomainsOnboard, { body: { domains: [domain], dry_run: isDryRun } });
  if (!rights.has('operate')) return null;
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
