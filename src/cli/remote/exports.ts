import { PAGE } from './queue.ts';
import type { RemoteCommand } from './remote-command.ts';
import { showFields, showPage, toMoment, type ShownColumn } from './show.ts';

const EXPORTS: readonly ShownColumn[] = [
  ['EXPORT', (one) => one.id],
  ['NAME', (one) => one.name],
  ['LIST', (one) => one.list],
  ['EVERY', (one) => one.every ?? 'by hand'],
  ['TO', (one) => one.destination.kind],
  ['NEXT', (one) => toMoment(one.next_run_at)],
  ['LAST', (one) => one.last_run?.status ?? 'none yet'],
  ['ROWS', (one) => one.last_run?.rows, 'right'],
];

const RUNS: readonly ShownColumn[] = [
  ['RUN', (run) => run.id],
  ['BEGUN', (run) => toMoment(run.created_at)],
  ['STATE', (run) => run.status],
  ['ROWS', (run) => run.rows, 'right'],
  ['BYTES', (run) => run.bytes, 'right'],
  ['FILE', (run) => (run.has_file === true ? run.file_name : '')],
  ['TO', (run) => run.delivered_to],
  ['REASON', (run) => run.reason],
];

/** `sightline exports`: lists as files. */
export const EXPORT_COMMANDS: readonly RemoteCommand[] = [
  {
    name: 'list',
    summary: 'list exports, the newest first',
    options: [['--project <id>', 'of this project; else of all that the key sees'], ...PAGE],
    request: ({ options: { project, limit, offset } }) => ({
      method: 'GET',
      path: '/api/exports',
      query: { project_id: project, limit, offset },
    }),
    show: ({ exports, pagination }) => showPage(EXPORTS, exports, { pagination, none: 'There are no exports.' }),
  },
  {
    name: 'run',
    arguments: '<export>',
    summary: 'begin an export now',
    request: ({ args: [id = ''] }) => ({ method: 'POST', path: `/api/exports/${encodeURIComponent(id)}/run` }),
    show: ({ run }) =>
      showFields([
        ['run', run.id],
        ['state', run.status],
        ['see', `sightline exports runs ${String(run.export_id)}`],
      ]),
  },
  {
    name: 'runs',
    arguments: '<export>',
    summary: 'what became of an export, the newest first',
    options: PAGE,
    request: ({ args: [id = ''], options: { limit, offset } }) => ({
      method: 'GET',
      path: `/api/exports/${encodeURIComponent(id)}/runs`,
      query: { limit, offset },
    }),
    show: ({ runs, pagination }) => showPage(RUNS, runs, { pagination, none: 'It has not run yet.' }),
  },
  {
    name: 'link',
    arguments: '<export> <run>',
    summary: 'make a link that opens the file of a run',
    options: [['--days <days>', 'for so long; else for the days of the export']],
    request: ({ args: [id = '', run = ''], options: { days } }) => ({
      method: 'POST',
      path: `/api/exports/${encodeURIComponent(id)}/runs/${encodeURIComponent(run)}/link`,
      body: days === undefined ? {} : { days: Number(days) },
    }),
    show: ({ url, ends_at: endsAt }) =>
      showFields([
        ['link', url],
        ['until', toMoment(endsAt)],
      ]),
  },
];
