import { pick } from './queue.ts';
import type { Json, RemoteCommand } from './remote-command.ts';
import { showFields, showPage, toMoment } from './show.ts';

const STOREFRONT = ['--storefront <country>', 'country of the store, such as de', 'us'] as const;

/** `sightline apps`: what is stored of app stores. */
export const APP_COMMANDS: readonly RemoteCommand[] = [
  {
    name: 'show',
    arguments: '<app>',
    summary: 'show what is known of an app, and what changed of it lately; the id says which store it is of',
    options: [STOREFRONT, ['--days <days>', 'changes of so many days', '30']],
    request: ({ args: [app = ''], options }) => ({
      method: 'GET',
      path: `/api/apps/${encodeURIComponent(app)}`,
      query: pick(options, ['storefront', 'days']),
    }),
    show: showApp,
  },
  {
    name: 'chart',
    arguments: '<platform> [category]',
    summary: 'show the apps on a chart as it was last read, the best first; without a category, of all charts',
    options: [
      ['--chart <chart>', 'such as top-paid or topselling_paid; the free apps unless given'],
      ['--device <device>', 'phone or tablet', 'phone'],
      STOREFRONT,
      ['--limit <rows>', 'at most so many', '50'],
      ['--offset <rows>', 'leave out the first ones'],
    ],
    request: ({ args: [platform, category], options }) => ({
      method: 'GET',
      path: '/api/top-apps',
      query: { platform, category_id: category, ...pick(options, ['chart', 'device', 'storefront', 'limit', 'offset']) },
    }),
    show: (answer) =>
      showPage(
        [
          ['RANK', (app) => app.app_rank, 'right'],
          ['APP', (app) => app.title],
          ['ID', (app) => app.app_id],
          ['DEVELOPER', (app) => app.developer_name],
          ['RATING', (app) => app.rating?.toFixed(1), 'right'],
          ['PRICE', toPrice, 'right'],
          ['CATEGORY', (app) => app.category_name],
          ['READ AT', (app) => toMoment(app.scraped_at)],
        ],
        answer.apps,
        { pagination: answer.pagination, none: 'No chart was read. Read one: sightline apps crawl <platform> --category <id>' },
      ),
  },
];

function showApp(app: Json): string {
  const fields = showFields([
    ['title', app.title],
    ['subtitle', app.subtitle],
    ['developer', app.developer_name],
    ['store', `${String(app.platform)} ${String(app.storefront)}`],
    ['status', app.status],
    ['category', app.category],
    ['rating', app.rating === null ? 'none' : `${app.rating.toFixed(2)} of ${String(app.rating_count)}`],
    ['price', toPrice(app)],
    ['version', app.version],
    ['released', toMoment(app.release_date)],
    ['read at', toMoment(app.fetched_at)],
    ['page', app.url],
  ]);
  const changes = (app.changes as Json[]).map(
    ({ changed_at: at, field, old_value: before, new_value: now }) =>
      `  ${toMoment(at)}  ${String(field)}: ${JSON.stringify(before)} -> ${JSON.stringify(now)}`,
  );
  return changes.length === 0 ? fields : `${fields}\n\nchanged since ${String(app.start_date)}:\n${changes.join('\n')}`;
}

function toPrice({ is_free: isFree, price, currency }: Json): string {
  if (isFree === true) return 'free';
  return price === null || price === undefined ? '' : `${String(price)} ${String(currency ?? '')}`.trim();
}
