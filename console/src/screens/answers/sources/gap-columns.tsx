import type { AnswerGap } from '#client';
import { formatCount, formatDay, formatPlural } from '#data/format.ts';
import { joinWords } from '#data/sentence.ts';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { column } from '#ui/grid/columns/kinds.ts';
import { AppLink } from '#ui/links/app-link.tsx';
import { sayRate, toSurfaceName } from '../data/words.ts';
import { Interval } from './columns.tsx';

const LINK_WORDS: Readonly<Record<AnswerGap['links']['state'], string>> = {
  live: 'links to us',
  lost: 'linked to us once',
  none: 'links to none of our sites',
  not_found: 'not among the links that were fetched',
  not_looked: 'our links were never fetched',
};

/** A site a row, which leads to what is known of it for those who have that screen. @param to the last day that is counted */
export function makeGapColumns(to: string, hasSites: boolean): readonly RowColumn<AnswerGap>[] {
  const reading = ({ beside_rivals: { n } }: AnswerGap) => ({ computedFrom: formatPlural(n, 'answer'), day: to });
  return [
    {
      ...column.text<AnswerGap>('domain', 'Site', 240, { isOnPhone: true }),
      ...(hasSites && {
        render: ({ domain }: AnswerGap) => (
          <AppLink to="/domains/$domain" params={{ domain }} inherit>
            {domain}
          </AppLink>
        ),
      }),
    },
    column.share('beside', 'Beside rivals', 120, {
      of: ({ beside_rivals: rate }) => (sayRate(rate).isKnown ? rate.value : null),
      render: ({ beside_rivals: rate }) => sayRate(rate).text,
      hint: 'Answers that cite it, of those with a competitor in them',
      reading,
      isOnPhone: true,
    }),
    column.text('links', 'Links', 220, { of: ({ links }) => sayLinks(links) }),
    {
      ...column.text<AnswerGap>('interval', 'Interval of 95%', 220, { of: ({ beside_rivals: rate }) => sayRate(rate).interval }),
      isSortable: false,
      render: ({ beside_rivals: rate }) => <Interval rate={rate} name="Beside rivals" />,
    },
    column.text('us', 'Beside us', 200, {
      of: ({ beside_us: rate }) => sayNone(rate),
      hint: 'Of answers with us in them none cites it; of few answers that says little',
      isOnPhone: true,
    }),
    column.count('answers', 'Answers', 100, { of: ({ beside_rivals: rate }) => rate.successes, reading }),
    column.count('prompts', 'Prompts', 100, { reading }),
    column.text('type', 'Kind of site', 150, { of: 'domain_type' }),
    column.day('classified', 'Classified', 130, {
      of: ({ classified_at: at }) => at?.slice(0, 10) ?? null,
      render: ({ classified_at: at }) => (at === null ? 'never' : formatDay(at.slice(0, 10))),
    }),
    column.count('rank', 'Rank', 90, { of: ({ links }) => links.rank, hint: 'Of the site among those that link, 0 to 100', reading }),
    column.text('surfaces', 'Cited by', 200, { of: ({ surfaces }) => joinWords(surfaces.map(toSurfaceName)) }),
  ];
}

function sayNone(rate: AnswerGap['beside_us']): string {
  if (rate.n === 0) return 'we are in no answer';
  return `0 of ${formatCount(rate.n)}, ${sayRate(rate).interval}`;
}

function sayLinks({ state, backlinks, rivals }: AnswerGap['links']): string {
  const words = backlinks === null ? LINK_WORDS[state] : `${LINK_WORDS[state]} ${formatPlural(backlinks, 'time')}`;
  return rivals === null ? words : `${words}; to ${formatPlural(rivals, 'site')} of competitors`;
}
