import { Title } from '@mantine/core';
import { useMemo } from 'react';
import { getTopDomains, type TopDomain } from '#client';
import { useSession } from '#app/session.tsx';
import { useAnswer } from '#data/answers/answers.ts';
import { toListSource } from '#data/answers/list-source.ts';
import { formatPlural } from '#data/format.ts';
import { Answered } from '#ui/states/answered.tsx';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { column } from '#ui/grid/columns/kinds.ts';
import { useLocalPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';
import { toMetricReading, type Reading } from '#ui/states/reading.ts';
import { AddSite } from '../actions/add-site.tsx';

const DOMAINS_MAX = 100;

interface TopDomainsProps {
  readonly projectId: string;
  /** Sites that the project knows already. */
  readonly known: ReadonlySet<string>;
}

/** Who else stands on the result pages of the project's keywords. */
export function TopDomains({ projectId, known }: TopDomainsProps) {
  const { rights } = useSession();
  const place = useLocalPlace();
  const canWrite = rights.has('edit');
  const asked = { query: { project_id: projectId, limit: DOMAINS_MAX } };
  const domains = useAnswer(getTopDomains, asked);
  const columns = useMemo(() => toColumns(projectId, known, canWrite), [projectId, known, canWrite]);
  return (
    <div>
      <Title order={2} size="h5" mb="xs">
        Sites on these result pages
      </Title>
      <Answered answer={domains} height={240}>
        {({ domains: rows, total }) => (
          <RowsGrid
            label="Sites on the result pages"
            rows={rows}
            total={total}
            columns={columns}
            rowKey={({ domain }) => domain}
            place={place}
            fileName="top-domains"
            source={toListSource(getTopDomains, asked)}
            empty="No result pages read in the last 38 days."
          />
        )}
      </Answered>
    </div>
  );
}

function toColumns(projectId: string, known: ReadonlySet<string>, canWrite: boolean): RowColumn<TopDomain>[] {
  const reading = ({ keywords_count: count, newest_date: day }: TopDomain): Reading => ({
    computedFrom: `the newest result pages of ${formatPlural(count, 'keyword')}`,
    day,
  });
  return [
    column.text('domain', 'Site', 260),
    column.count('keywords', 'Keywords', 100, { of: 'keywords_count', reading }),
    column.count('top10', 'Top 10', 90, { of: 'top_10_count', isOnPhone: true, reading }),
    column.average('average', 'Average', 90, {
      of: 'avg_rank',
      hint: 'Of the result pages it appears on',
      reading,
    }),
    column.count('backlinks', 'Backlinks', 110, { of: 'backlinks_count', reading: ({ backlinks_reading: read }) => toMetricReading(read) }),
    column.text('role', 'Role', 160, {
      of: ({ domain }) => (known.has(domain) ? 'known' : null),
      isOnPhone: true,
      render: ({ domain }) => {
        if (known.has(domain)) return 'in this project';
        return canWrite ? <AddSite projectId={projectId} domain={domain} role="competitor" /> : '–';
      },
    }),
  ];
}
