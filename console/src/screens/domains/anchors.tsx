import { Text } from '@mantine/core';
import { getDomainsByDomainAnchors, type Anchor, type GetDomainsByDomainAnchorsResponse } from '#client';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { useAnswer } from '#data/answers/answers.ts';
import { formatCount, formatPlural, formatUsd } from '#data/format.ts';
import { toWholeList } from '#data/answers/whole-list.ts';
import { Answered } from '#ui/states/answered.tsx';
import { toReadColumns, type RowColumn } from '#ui/grid/columns/column.ts';
import { column } from '#ui/grid/columns/kinds.ts';
import { useGridPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';
import { EmptyList } from '#ui/states/not-known.tsx';
import { Pager } from '#ui/pager.tsx';
import type { Reading } from '#ui/states/reading.ts';
import { lookAtPart, type Known } from './fetched.ts';
import { domainSearch } from './index.ts';

const ROWS = 200;

type Basis = GetDomainsByDomainAnchorsResponse['basis'];

/** Anchor texts are counted in the links that were fetched. */
function toReading({ stored_backlinks: count, fetched_at: checkedAt, cost_usd: usd }: Basis): Reading {
  const price = usd === null ? 'whose price is not recorded' : `which cost ${formatUsd(usd)} together`;
  return { computedFrom: `${formatPlural(count, 'stored backlink')} ${price}`, checkedAt };
}

function describeBasis({ stored_backlinks: stored, known_backlinks: known, is_whole: isWhole }: Basis): string {
  if (isWhole) return `From all ${formatCount(stored)} backlinks.`;
  return `From ${formatCount(stored)} of ${known === null ? 'an unknown number of' : formatCount(known)} backlinks: those that were fetched.`;
}

/** The texts of the links to a domain. */
export function Anchors({ domain, known }: { readonly domain: string; readonly known: Known }) {
  const { search, setSearch } = useScreenSearch(domainSearch);
  const { offset = 0 } = search;
  const options = { path: { domain }, query: { limit: ROWS, offset } };
  const answer = useAnswer(getDomainsByDomainAnchors, options);
  const place = useGridPlace();
  return (
    <Answered answer={answer} height={480}>
      {({ anchors, pagination, basis }) => (
        <>
          {basis.stored_backlinks > 0 && (
            <Text size="sm" c="dimmed" mb="sm">
              {describeBasis(basis)}
            </Text>
          )}
          <RowsGrid
            label="Anchor texts"
            rows={anchors}
            total={pagination.total}
            columns={toReadColumns(COLUMNS, toReading(basis))}
            rowKey={({ anchor }) => anchor ?? ''}
            place={place}
            fileName="anchors"
            subject={domain}
            whole={toWholeList(getDomainsByDomainAnchors, options, pagination)}
            empty={
              <EmptyList
                looked={lookAtPart(known, 'backlinks')}
                subject={{ things: 'backlinks', done: 'fetched' }}
                title="No live backlinks"
              >
                The backlinks were fetched, and none of them is live.
              </EmptyList>
            }
          />
          <Pager pagination={pagination} onOffset={(next) => setSearch({ offset: next || undefined })} />
        </>
      )}
    </Answered>
  );
}

const COLUMNS: readonly RowColumn<Anchor>[] = [
  column.text('anchor', 'Text', 360, { of: ({ anchor }) => anchor ?? '(image without alt text)', isOnPhone: true }),
  column.count('links', 'Backlinks', 110, { of: 'backlinks_count', isOnPhone: true }),
  column.share('share', 'Share', 90, { isOnPhone: true }),
  column.count('domains', 'Referring domains', 150, { of: 'referring_domains_count' }),
  column.share('dofollow', 'Followed', 110, { of: 'dofollow_share', hint: 'Share of links without nofollow' }),
  column.day('seen', 'First seen', 120, { of: 'first_seen' }),
];
