import { findEvalFolder } from '../scripts/train/eval-rows.ts';
import { measureAccuracy } from './support/classify-accuracy.ts';
import { measureSpeed } from './support/classify-speed.ts';
import type { Bench } from './support/bench.ts';

/** The free stages of classification: how right, how sure, how quick, how large. */
export const classify: Bench = {
  name: 'classify',
  summary: 'rules and shipped models on one thread, without a network: accuracy on rows that the models did not see, time, memory',
  run: async () => {
    const folder = findEvalFolder();
    const speed = await measureSpeed();
    if (folder === undefined) return { rows: speed, notes: ['Without the evaluation rows (EVAL_DIR) accuracy is not measured.'] };
    return {
      rows: [...measureAccuracy(folder), ...speed],
      notes: [
        'Folds keep registrable domains together. Left out: each source is judged by models that never saw it.',
        'Aside: own examples that no model is trained on. Commercial and transactional keywords count as one class.',
      ],
    };
  },
};
