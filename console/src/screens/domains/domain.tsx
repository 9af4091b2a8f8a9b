import '@mantine/core/styles/Tabs.css';
import { Tabs } from '@mantine/core';
import { getDomainsByDomainSummary } from '../../../../clients/typescript/src/index.ts';
import { useParameter } from '../../app/project.ts';
import { useScreenSearch } from '../../app/use-screen-search.ts';
import { useAnswer } from '../../data/answers.ts';
import { Answered } from '../../ui/answered.tsx';
import { OutsideLink } from '../../ui/outside-link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Anchors } from './anchors.tsx';
import { DOMAIN_TABS, domainSearch } from './index.ts';
import { sayDomain } from './leads.ts';
import { Links } from './links.tsx';
import { OwnPages } from './own-pages.tsx';
import { Ranked } from './ranked.tsx';
import { Summary } from './summary.tsx';

const TITLES = { summary: 'Summary', keywords: 'Keywords', pages: 'Pages', links: 'Links', anchors: 'Anchors' } as const;

/** What is known of one domain. */
export function View() {
  const domain = useParameter('domain');
  const { search, setSearch } = useScreenSearch(domainSearch);
  const summary = useAnswer(getDomainsByDomainSummary, { path: { domain } });
  return (
    <>
      <PageHeader
        title={domain}
        lead={summary.data && sayDomain(summary.data)}
        description={<OutsideLink href={`https://${domain}`}>Open the website</OutsideLink>}
      />
      <Tabs
        value={search.tab}
        keepMounted={false}
        onChange={(tab) =>
          setSearch({ tab: tab as typeof search.tab, offset: undefined, text: undefined, sort: undefined, columns: undefined })
        }
      >
        <Tabs.List mb="md">
          {DOMAIN_TABS.map((tab) => (
            <Tabs.Tab key={tab} value={tab}>
              {TITLES[tab]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="summary">
          <Answered answer={summary} height={480}>
            {(known) => <Summary known={known} />}
          </Answered>
        </Tabs.Panel>
        <Tabs.Panel value="keywords">
          <Ranked domain={domain} />
        </Tabs.Panel>
        <Tabs.Panel value="pages">
          <OwnPages domain={domain} />
        </Tabs.Panel>
        <Tabs.Panel value="links">
          <Links domain={domain} />
        </Tabs.Panel>
        <Tabs.Panel value="anchors">
          <Anchors domain={domain} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
