import { test } from 'node:test';
import { runAnswersCrashes, runModelsCrashes } from '../support/answers-crash-run.ts';
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

test(
  'three kills in the middle of 60 live asks: none is asked twice, and what was under way is said to be lost',
  { skip: skipOutOfTurn(3, CRASH_TURNS) },
  async (t) => {
    const { answered, lost, costUsd } = await runModelsCrashes(t, { prompts: 6, samples: 5, kills: 3, deadlineMs: PATIENCE_MS });
    t.diagnostic(`${answered} answered, ${lost} lost, ${costUsd.toFixed(4)} USD, ledger and provider agree`);
  },
);
