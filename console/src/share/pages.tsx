import { formatCount, formatDecimal, formatPlural } from '#data/format.ts';
import { formatShare } from '#data/shares.ts';
import { PageLink } from './page-link.tsx';
import type { SectionView } from './section.tsx';
import { Table, type TableColumn } from './table.tsx';

/** Own pages that rank. */
export function Pages({ data: { pages, total, checked, ranked } }: SectionView<'pages'>) {
  if (checked === 0) return <p className="dim">No good check was made in these days.</p>;
  return (
    <>
      <p className="dim">
        {formatCount(ranked)} of {formatPlural(checked, 'checked keyword')} {ranked === 1 ? 'ranks' : 'rank'}, with{' '}
        {formatPlural(total, 'page')}.{total > pages.length && ` The ${formatCount(pages.length)} with the most keywords are shown.`}
      </p>
      {pages.length > 0 && <Table label="Pages that rank" columns={toColumns(pages)} count={pages.length} />}
    </>
  );
}

function toColumns(pages: SectionView<'pages'>['data']['pages']): TableColumn[] {
  return [
    { title: 'Page', render: (row) => <PageLink url={pages[row]?.page ?? ''} /> },
    { title: 'Keywords', isNumber: true, render: (row) => formatCount(pages[row]?.keywords) },
    { title: 'Best position', isNumber: true, render: (row) => formatCount(pages[row]?.best_position) },
    { title: 'Average position', isNumber: true, render: (row) => formatDecimal(pages[row]?.average_position) },
    { title: 'Monthly searches', isNumber: true, render: (row) => formatCount(pages[row]?.search_volume) },
    { title: 'Share of voice', isNumber: true, render: (row) => formatShare(pages[row]?.share_of_voice) },
  ];
}
