import { PAGE, pick } from './queue.ts';
import type { Json, RemoteCommand } from './remote-command.ts';
import { showFields, showPage, toMoment } from './show.ts';

const toPath = (project: string | undefined, rest: string): string =>
  `/api/projects/${encodeURIComponent(project ?? '')}/search-console${rest}`;

/** `sightline search-console`: accounts, how the collection goes, and reading days again. */
export const SEARCH_CONSOLE_COMMANDS: readonly RemoteCommand[] = [
  {
    name: 'connections',
    summary: 'list connected accounts, and what is wrong with each',
    options: [['--organization <id>', 'only of this one'], ...PAGE],
    request: ({ options }) => ({
      method: 'GET',
      path: '/api/search-console/connections',
      query: { ...pick(options, ['limit', 'offset']), organization_id: options['organization'] },
    }),
    show: (answer) =>
      showPage(
        [
          ['ID', (one) => one.id],
          ['ORGANIZATION', (one) => one.organization_id],
          ['ACCOUNT', (one) => one.account_name],
          ['STATE', (one) => one.status],
          ['WHAT IS WRONG', (one) => one.cause],
          ['WHAT TO DO', (one) => one.next_step],
        ],
        answer.connections,
        { pagination: answer.pagination, none: 'No account is connected.' },
      ),
  },
  {
    name: 'status',
    arguments: '<project>',
    summary: 'show the property of a project, and how its collection goes',
    request: ({ args: [project] }) => ({ method: 'GET', path: toPath(project, '') }),
    show: (answer) => (answer.bound === true ? showStatus(answer) : 'The project reads no property.'),
  },
  {
    name: 'days',
    arguments: '<project>',
    summary: 'list days and how each was read, newest first',
    options: [['--from <day>', 'the first Pacific day'], ['--to <day>', 'the last one'], ...PAGE],
    request: ({ args: [project], options }) => ({
      method: 'GET',
      path: toPath(project, '/days'),
      query: pick(options, ['from', 'to', 'limit', 'offset']),
    }),
    show: (answer) =>
      showPage(
        [
          ['DAY', (day) => day.day],
          ['STATE', (day) => day.state],
          ['CLICKS', (day) => day.clicks, 'right'],
          ['IMPRESSIONS', (day) => day.impressions, 'right'],
          ['READ AT', (day) => toMoment(day.fetched_at)],
          ['ERROR', (day) => day.error],
        ],
        answer.days,
        { pagination: answer.pagination, none: 'There are no days.' },
      ),
  },
  {
    name: 'sync',
    arguments: '<project>',
    summary: 'collect what is due now; with --from or --to the final days of that span again',
    options: [
      ['--from <day>', 'the first Pacific day'],
      ['--to <day>', 'the last one'],
    ],
    request: ({ args: [project], options }) => ({ method: 'POST', path: toPath(project, '/sync'), body: pick(options, ['from', 'to']) }),
    show: (answer) => `${String(answer.workflow_id)} reads what is due; days that are read again: ${String(answer.days_wanted)}.`,
  },
];

function showStatus({ property, type, sync }: Json): string {
  const { final, partial, failed, missing, cut } = sync.coverage;
  return showFields([
    ['property', property.site_url],
    ['kind of search', type],
    ['collection', sync.status],
    ['what is wrong', sync.cause],
    ['what to do', sync.next_step],
    ['goes on at', toMoment(sync.paused_until)],
    ['days final', final],
    ['days counting on', partial],
    ['days failed', failed],
    ['days not read', missing],
    ['days cut', cut],
  ]);
}
