import type { Json, RemoteCommand } from './remote-command.ts';
import { showFields, showPage, showRows, toMoment, type ShownColumn } from './show.ts';

/** A part of a list. */
export const PAGE = [
  ['--limit <rows>', 'at most so many', '50'],
  ['--offset <rows>', 'leave out the first ones'],
] as const;

const METRICS: readonly ShownColumn[] = [
  ['QUEUE', (queue) => queue.name],
  ['PENDING', (queue) => queue.pending, 'right'],
  ['PROCESSING', (queue) => queue.processing, 'right'],
  ['COMPLETED 1 H', (queue) => queue.completed_last_hour, 'right'],
  ['FAILED 1 H', (queue) => queue.failed_last_hour, 'right'],
  ['AVERAGE MS', (queue) => queue.avg_processing_time_ms, 'right'],
  ['OLDEST S', (queue) => toSeconds(queue.oldest_age_ms), 'right'],
  ['DRAINED', (queue) => queue.drained, 'right'],
];

/** `sightline queue`: what waits, what failed, and what is done about it. */
export const QUEUE_COMMANDS: readonly RemoteCommand[] = [
  {
    name: 'list',
    summary: 'list the queues with their waiting messages and consumers',
    request: () => ({ method: 'GET', path: '/api/admin/queue-status' }),
    show: (answer) =>
      showRows(
        [
          ['QUEUE', (queue) => queue.name],
          ['MESSAGES', (queue) => queue.messages, 'right'],
          ['CONSUMERS', (queue) => queue.consumers, 'right'],
        ],
        answer.queues,
        'There are no queues.',
      ),
  },
  {
    name: 'metrics',
    summary: 'show what each queue did in the last hour',
    request: () => ({ method: 'GET', path: '/api/admin/queue-metrics' }),
    show: (answer) => showRows(METRICS, toQueues(answer), 'There are no queues.'),
  },
  {
    name: 'purge',
    arguments: '<queue>',
    summary: 'remove the messages that wait in a queue; what is being processed goes on',
    request: ({ args: [queue = ''] }) => ({ method: 'POST', path: `/api/admin/queue/${encodeURIComponent(queue)}/purge` }),
    show: (answer) => `${String(answer.queue)}: ${String(answer.purged)} removed.`,
  },
  {
    name: 'dead-letters',
    summary: 'list messages that failed after all their tries, newest first',
    options: [
      ['--queue <name>', 'only of this queue'],
      ['--type <type>', 'only of this type of workflow'],
      ['--since <instant>', 'only since then, for example 2026-11-21T00:00:00Z'],
      ...PAGE,
    ],
    request: ({ options }) => ({
      method: 'GET',
      path: '/api/admin/queue/dead-letter',
      query: pick(options, ['queue', 'type', 'since', 'limit', 'offset']),
    }),
    show: (answer) =>
      showPage(
        [
          ['ID', (letter) => letter.id],
          ['QUEUE', (letter) => letter.queue],
          ['TYPE', (letter) => letter.workflow],
          ['TRIES', (letter) => letter.attempts, 'right'],
          ['FAILED AT', (letter) => toMoment(letter.failed_at)],
          ['SENT AGAIN', (letter) => toMoment(letter.retried_at)],
          ['ERROR', (letter) => letter.error],
        ],
        answer.dead_letters,
        { pagination: answer.pagination, none: 'There are no dead letters.' },
      ),
  },
  {
    name: 'retry',
    arguments: '<id>',
    summary: 'send a dead letter again',
    request: ({ args: [id = ''] }) => ({ method: 'POST', path: `/api/admin/queue/dead-letter/${encodeURIComponent(id)}/retry` }),
    show: (answer) => `${String(answer.id)} was sent again as ${String(answer.workflow_id)}.`,
  },
  {
    name: 'drain',
    arguments: '[on|off]',
    summary: 'acknowledge messages without processing them, or no longer; without an argument, shows the current mode',
    request: ({ args: [state] }) => toDrain(state),
    show: (answer) =>
      showFields([
        ['drain mode', answer.drain_mode === true ? 'on: messages are acknowledged without being processed' : 'off'],
        ['drained', answer.drained],
      ]),
  },
];

function toDrain(state: string | undefined) {
  const path = '/api/admin/config';
  if (state === undefined) return { method: 'GET', path } as const;
  if (state !== 'on' && state !== 'off') throw new Error(`Say on or off, not ${state}.`);
  return { method: 'PUT', path, body: { drain_mode: state === 'on' } } as const;
}

function toSeconds(ms: unknown): string {
  return typeof ms === 'number' ? (ms / 1000).toFixed(1) : '';
}

/** The figures come as a list, or by name. */
function toQueues(answer: Json): Json[] {
  const queues = answer.queues ?? answer.metrics ?? {};
  if (Array.isArray(queues)) return queues;
  return Object.entries(queues as Record<string, Json>).map(([name, figures]) => ({ name, ...figures }));
}

/** The options of these names, as they were typed. */
export function pick(options: Readonly<Record<string, string | undefined>>, names: readonly string[]): Record<string, string | undefined> {
  return Object.fromEntries(names.map((name) => [name, options[name]]));
}
