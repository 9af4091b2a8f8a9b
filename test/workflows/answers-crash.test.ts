import { test } from 'node:test';
import { runAnswersCrashes } from '../support/answers-crash-run.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { CRASH_TURNS, skipOutOfTurn } from '../support/test-width.ts';

test(
  'three kills in the middle of 200 asks: each is asked and paid once, and answered',
  { skip: skipOutOfTurn(2, CRASH_TURNS) },
  async (t) => {
    const { samples, costUsd } = await runAnswersCrashes(t, { prompts: 10, samples: [3, 2, 5], deadlineMs: PATIENCE_MS });
    t.diagnostic(`${samples} samples, ${costUsd.toFixed(4)} USD, ledger and provider agree`);
  },
);
