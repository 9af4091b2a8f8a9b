import { PAGE, pick } from './queue.ts';
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

const EVENTS: readonly ShownColumn[] = [
  ['AT', (event) => toMoment(event.at)],
  ['EVENT', (event) => event.event],
  ['STEP', (event) => event.step],
  ['TRY', (event) => event.attempt, 'right'],
  ['MS', toDuration, 'right'],
  ['NEXT TRY IN MS', (event) => event.wait_ms, 'right'],
  ['ERROR', (event) => event.error],
];

/** `sightline workflow`: durable work, watched and steered. */
export const WORKFLOW_COMMANDS: readonly RemoteCommand[] = [
  {
    name: 'list',
    arguments: '[running|history|failures]',
    summary: 'list what runs, what ran, or what failed; without an argument, what runs',
    options: [
      ['--type <type>', 'only of this type'],
      ['--status <status>', 'only in this state'],
      ['--since <instant>', 'only since then, for example 2026-11-21T00:00:00Z'],
      ...PAGE,
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
          ['ENDED', (one) => toMoment(one.completed_at)],
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
    options: [
      ['--input <json>', 'what it works on, for example \'{"project_id":"proj_..."}\'', '{}'],
      ['--wait', 'wait for its end, at most 25 seconds'],
    ],
    request: ({ args: [type = ''], options }) => ({
      method: 'POST',
      path: `/api/admin/workflow/${encodeURIComponent(type)}`,
      body: { ...readInput(options['input'] ?? '{}'), ...(options['wait'] === undefined ? {} : { wait: true }) },
    }),
    show: (answer) =>
      showFields([
        ...(answer.workflow_id === null ? [] : [['workflow', answer.workflow_id] as const]),
        ['status', answer.status],
        ...(answer.output === undefined || answer.estimate !== undefined ? [] : [['output', answer.output] as const]),
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
    options: PAGE,
    request: (typed) => ({ method: 'GET', path: `${toPath(typed)}/history`, query: pick(typed.options, ['limit', 'offset']) }),
    show: (answer) => showPage(EVENTS, answer.history, { pagination: answer.pagination, none: 'Nothing was done yet.' }),
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

function readInput(text: string): object {
  let input: unknown;
  try {
    input = JSON.parse(text);
  } catch (cause) {
    throw new Error(`--input is no JSON: ${text}`, { cause });
  }
  if (typeof input === 'object' && input !== null && !Array.isArray(input)) return input;
  throw new Error(`--input is no JSON object: ${text}`);
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
