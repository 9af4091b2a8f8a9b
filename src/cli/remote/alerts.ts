import { readFileSync } from 'node:fs';
import { messageOf } from '#kernel/errors.ts';
import { PAGE } from './queue.ts';
import type { Json, RemoteCommand } from './remote-command.ts';
import { showFields, showPage, showRows, toMoment, type ShownColumn } from './show.ts';

const ALERTS: readonly ShownColumn[] = [
  ['DAY', (alert) => alert.day],
  ['SEVERITY', (alert) => alert.severity],
  ['GROUP', (alert) => (alert.whole_project === true ? 'whole project' : alert.group)],
  ['KEYWORDS', (alert) => alert.items_total, 'right'],
  ['WORST', (alert) => toItem(alert.items[0])],
];

const KEPT: readonly ShownColumn[] = [
  ['ALERT', (alert) => alert.id],
  ['OPENED', (alert) => toMoment(alert.opened_at)],
  ['SEVERITY', (alert) => alert.severity],
  ['STATE', (alert) => (alert.acknowledged === null ? alert.state : `${String(alert.state)}, acknowledged`)],
  ['ITEMS', (alert) => alert.items_total, 'right'],
  ['TITLE', (alert) => alert.title],
];

const RULES: readonly ShownColumn[] = [
  ['RULE', (rule) => rule.id],
  ['NAME', (rule) => rule.name],
  ['STATE', (rule) => (rule.enabled !== true ? 'off' : rule.muted_until === null ? 'on' : `muted until ${toMoment(rule.muted_until)}`)],
  ['OPEN', (rule) => rule.firing, 'right'],
  ['SAYS', (rule) => rule.sentence],
];

/** `sightline alerts`: what rules say, and what they would say. */
export const ALERT_COMMANDS: readonly RemoteCommand[] = [
  {
    name: 'list',
    summary: 'list alerts, the newest first',
    options: [
      ['--project <id>', 'of this project; else of all that the key sees'],
      ['--state <state>', 'firing or resolved'],
      ['--severity <severities>', 'info, warning or critical; several with commas between'],
      ['--rule <id>', 'of this rule'],
      ['--from <day>', 'that began on this day or later'],
      ['--to <day>', 'that began on this day or earlier'],
      ...PAGE,
    ],
    request: ({ options: { project, rule, state, severity, from, to, limit, offset } }) => ({
      method: 'GET',
      path: '/api/alerts',
      query: { project_id: project, rule_id: rule, state, severity, from, to, limit, offset },
    }),
    show: ({ alerts, pagination }) => showPage(KEPT, alerts, { pagination, none: 'There are no alerts.' }),
  },
  {
    name: 'rules',
    summary: 'list rules with what they say, the newest first',
    options: [['--project <id>', 'of this project; else of all that the key sees'], ...PAGE],
    request: ({ options: { project, limit, offset } }) => ({
      method: 'GET',
      path: '/api/alert-rules',
      query: { project_id: project, limit, offset },
    }),
    show: ({ rules, pagination }) => showPage(RULES, rules, { pagination, none: 'There are no rules.' }),
  },
  {
    name: 'preview',
    arguments: '<rule>',
    summary: 'show what a rule would have said in the past; the rule is a JSON file, - for standard input',
    options: [
      ['--project <id>', 'whose keywords'],
      ['--from <day>', 'the first day; 89 days before the last one unless given'],
      ['--to <day>', 'the last day; today unless given'],
    ],
    request: ({ args: [file = ''], options }) => {
      if (options['project'] === undefined) throw new Error('Say whose keywords: --project <id>.');
      const { from, to } = options;
      return {
        method: 'POST',
        path: '/api/alert-rules/preview',
        body: { project_id: options['project'], rule: readRule(file), from, to },
      };
    },
    show: showPreview,
  },
];

/** @throws Error that names the file */
function readRule(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file === '-' ? 0 : file, 'utf8'));
  } catch (cause) {
    throw new Error(`The rule in ${file} cannot be read: ${messageOf(cause)}`, { cause });
  }
}

function showPreview(preview: Json): string {
  const suppressed = Object.entries(preview.suppressed as Record<string, number>).filter(([, count]) => count > 0);
  const { suggestion } = preview;
  const table = showRows(ALERTS, preview.alerts, 'It would have said nothing.');
  const fields = showFields([
    ['days', `${String(preview.from)} to ${String(preview.to)}, ${String(preview.days_not_measured.length)} of them not measured`],
    ['messages', `${String(preview.messages)}, about ${String(preview.messages_a_month)} a month`],
    ['keywords in them', preview.items_total],
    ['compared', `${String(preview.considered)} checks; ${String(preview.left_out)} keywords have too few`],
    ['left out', suppressed.length === 0 ? 'nothing' : suppressed.map(([reason, count]) => `${String(count)} ${reason}`).join(', ')],
    ['second checks', preview.recheck_cost_usd === null ? 'none' : `${String(preview.recheck_cost_usd)} USD at most`],
    [
      'quieter',
      suggestion === null
        ? ''
        : `${String(suggestion.parameter)} ${String(suggestion.value)}: ${String(suggestion.messages_a_month)} messages a month`,
    ],
    ...(preview.assumes as string[]).map((text) => ['assumes', text] as const),
  ]);
  return `${String(preview.sentence)}\n\n${table}\n\n${fields}`;
}

function toItem(item: Json): string {
  if (item === undefined) return '';
  return `${String(item.label)}: ${toPlace(item.from)} to ${toPlace(item.to)}`;
}

function toPlace(seen: Json): string {
  if (seen === null || seen === undefined) return 'nothing';
  return seen.position === null ? `not found in ${String(seen.checked_depth)}` : String(seen.position);
}
