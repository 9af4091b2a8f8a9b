import { pick } from './queue.ts';
import type { Json, RemoteCommand, Typed } from './remote-command.ts';
import { showFields, showPage, showRows, toMoment, type ShownColumn } from './show.ts';

const LISTS = ['running', 'history', 'failures'];

const STEPS: readonly ShownColumn[] = [
  ['STEP', (step) => step.name],
  ['STATUS', (step) => step.status],
  ['BEGAN', (step) => toMoment(step.started_at)],
  ['MS', toDuration, 'right'],
  ['TRIES', (step) => step.attempts, 'right'],
  ['ERROR', (step) => step.error],
];

/** `sightline workflow`: durable work, watched and steered. */
export const WORKFLOW_COMMANDS: readonly RemoteCommand[] = [
  {
    name: 'list',
    arguments: '[running|history|failures]',
    summary: 'list what runs, what ran, or what failed; what runs without a word',
    options: [
      ['--type <type>', 'only of this type'],
      ['--status <status>', 'only in this state'],
      ['--since <instant>', 'only since then, for example 2026-11-21T00:00:00Z'],
      ['--limit <rows>', 'at most so many', '50'],
      ['--offset <rows>', 'leave out the first ones'],
    ],
    request: ({ args: [list = 'running'], options }) => {
      if (!LISTS.includes(list)) throw new Error(`There is no list ${list}. There are: ${LISTS.join(', ')}.`);
      return { method: 'GET', path: `/api/admin/workflows/${list}`, query: pick(options, ['type', 'status', 'since', 'limit', 'offset']) };
    },
    show: (answer) =>
      showPage(
        [
          ['ID', (one) => one.workflow_id ?? one.id],
          ['TYPE', (one) => one.type],
          ['STATUS', (one) => one.status],
          ['CREATED', (one) => toMoment(one.created_at)],
          ['UPDATED', (one) => toMoment(one.updated_at)],
          ['ERROR', (one) => one.error],
        ],
        answer.workflows ?? answer.failures,
        { pagination: answer.pagination, none: 'There are none.' },
      ),
  },
  {
    name: 'show',
    arguments: '<type> <id>',
    summary: 'show state, steps and output of a workflow',
    request: (typed) => ({ method: 'GET', path: toPath(typed) }),
    show: showWorkflow,
  },
  {
    name: 'start',
    arguments: '<type>',
    summary: 'start a workflow',
    options: [['--input <json>', 'what it works on, for example \'{"project_id":"proj_..."}\'', '{}']],
    request: ({ args: [type = ''], options }) => ({
      method: 'POST',
      path: `/api/admin/workflow/${encodeURIComponent(type)}`,
      body: readInput(options['input'] ?? '{}'),
    }),
    show: (answer) =>
      showFields([
        ['workflow', answer.workflow_id],
        ['status', answer.status],
        ...(answer.estimate === undefined ? [] : [['estimate', answer.estimate] as const]),
        ...(answer.warning === undefined ? [] : [['warning', answer.warning] as const]),
      ]),
  },
  steer('pause', 'POST', 'stop at the next step boundary; its children too'),
  steer('resume', 'POST', 'go on where it was paused'),
  steer('terminate', 'DELETE', 'end it for good; its children too'),
  {
    name: 'history',
    arguments: '<type> <id>',
    summary: 'show what a workflow did, step by step and try by try',
    request: (typed) => ({ method: 'GET', path: `${toPath(typed)}/history` }),
    show: (answer) => showRows(STEPS, answer.history ?? answer.steps, 'Nothing was done yet.'),
  },
];

function steer(name: 'pause' | 'resume' | 'terminate', method: 'POST' | 'DELETE', summary: string): RemoteCommand {
  return {
    name,
    arguments: '<type> <id>',
    summary,
    request: (typed) => ({ method, path: name === 'terminate' ? toPath(typed) : `${toPath(typed)}/${name}` }),
    show: (answer) => `${String(answer.workflow_id ?? answer.id)}: ${String(answer.status)}`,
  };
}

function toPath({ args: [type = '', id = ''] }: Typed): string {
  return `/api/admin/workflow/${encodeURIComponent(type)}/${encodeURIComponent(id)}`;
}

function readInput(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`--input is no JSON: ${text}`, { cause });
  }
}

function showWorkflow(answer: Json): string {
  const fields = showFields([
    ['workflow', answer.id],
    ['type', answer.type],
    ['status', answer.status],
    ['created', toMoment(answer.created_at)],
    ['updated', toMoment(answer.updated_at)],
    ...(answer.error === null || answer.error === undefined ? [] : [['error', answer.error] as const]),
    ['output', answer.output],
  ]);
  const children: Json[] = answer.children ?? [];
  const family = children.map((child) => `\n${String(child.workflow_id ?? child.id)}  ${String(child.type)}  ${String(child.status)}`);
  return `${fields}\n\n${showRows(STEPS, answer.steps, 'No step was begun yet.')}${family.length === 0 ? '' : `\n\nChildren${family.join('')}`}`;
}

function toDuration(step: Json): unknown {
  if (step.duration_ms !== undefined) return step.duration_ms;
  if (typeof step.started_at !== 'string' || typeof step.completed_at !== 'string') return '';
  return Date.parse(step.completed_at) - Date.parse(step.started_at);
}
