import { Tabs } from '@mantine/core';
import { useProjectId } from '#app/project.ts';
import { useMay } from '#app/session.tsx';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { ButtonLink } from '#ui/links/app-link.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { sayNothingOpen, sayOpen } from './data/say-judged.ts';
import { useOpenAlerts, useRules } from './data/use-alerts.ts';
import { History } from './history/history.tsx';
import { Mutes } from './mutes/mutes.tsx';
import { Open } from './open/open.tsx';
import { Rules } from './rules/rules.tsx';
import { ALERT_TABS, alertsSearch, NEW_RULE_ID } from './search.ts';

const TITLES = { open: 'Open', history: 'History', rules: 'Rules' } as const;
/** Choices of one tab, which the next does not take over. */
const NOTHING_CHOSEN = { offset: undefined, sort: undefined, columns: undefined, severity: undefined, rule: undefined };

/** What rules said of a project, and the rules. */
export function View() {
  const projectId = useProjectId();
  const mayEdit = useMay('edit');
  const { search, setSearch } = useScreenSearch(alertsSearch);
  const open = useOpenAlerts();
  const rules = useRules();
  const total = open.data?.pagination.total;
  return (
    <>
      <PageHeader
        title="Alerts"
        lead={sayLead(open.data, rules.data, search.tab === 'open') ?? 'What moved so far that you want to know of it.'}
        actions={
          mayEdit && (
            <ButtonLink to="/p/$projectId/alerts/rules/$ruleId" params={{ projectId, ruleId: NEW_RULE_ID }}>
              New rule
            </ButtonLink>
          )
        }
      />
      <Tabs value={search.tab} keepMounted={false} onChange={(tab) => setSearch({ ...NOTHING_CHOSEN, tab: tab as typeof search.tab })}>
        <Tabs.List mb="md">
          {ALERT_TABS.map((tab) => (
            <Tabs.Tab key={tab} value={tab}>
              {TITLES[tab]}
              {tab === 'open' && total !== undefined && total > 0 && ` (${total})`}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {search.tab !== 'history' && <Mutes />}
        <Tabs.Panel value="open">
          <Open alerts={open} rules={rules} />
        </Tabs.Panel>
        <Tabs.Panel value="history">
          <History rules={rules.data?.rules ?? []} />
        </Tabs.Panel>
        <Tabs.Panel value="rules">
          <Rules answer={rules} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

type Answers = readonly [open: ReturnType<typeof useOpenAlerts>['data'], rules: ReturnType<typeof useRules>['data'], isSaidBelow: boolean];

function sayLead(...[open, rules, isSaidBelow]: Answers): string | undefined {
  if (open === undefined) return undefined;
  if (open.pagination.total > 0) return sayOpen(open.alerts, open.pagination.total);
  if (rules === undefined) return undefined;
  const { title, text } = sayNothingOpen({ rules: rules.rules, round: open.last_round });
  return isSaidBelow ? `${title}.` : `${title}. ${text}`;
}
