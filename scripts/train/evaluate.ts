import { parseArgs } from 'node:util';
import { assess, prepareEvalRows, prepareOwn } from './assess.ts';
import { findEvalFolder, readEvalRows } from './eval-rows.ts';
import { toReport, type ReportOptions } from './report.ts';
import { getTask } from './tasks.ts';

/**
 * `node scripts/train/evaluate.ts domains|urls|keywords [--dimension D] [--errors N] [--only SOURCE]`: how rules and
 * models do on rows that the models were not trained on (docs/classification.md, "Models").
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { dimension: { type: 'string' }, errors: { type: 'string', default: '0' }, only: { type: 'string' } },
});

const folder = findEvalFolder();
if (folder === undefined) throw new Error('The evaluation rows are not there: EVAL_DIR, or eval/ beside the project.');
const task = getTask(positionals[0]);
const measured = prepareEvalRows(task, readEvalRows(folder, task));
const own = prepareOwn(task);
const options: ReportOptions = { errorsMax: Number(values.errors), onlySource: values.only };
for (const dimension of task.dimensions) {
  if (values.dimension !== undefined && values.dimension !== dimension.name) continue;
  const rows = dimension.evalPart === undefined ? [] : measured;
  for (const assessment of assess(dimension, rows, own)) console.log(toReport(assessment, options));
}
