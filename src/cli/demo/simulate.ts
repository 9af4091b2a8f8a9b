import { formatPlural } from '#kernel/text.ts';
import type { startService } from '../start-problems.ts';
import { listAnswerDays, planAnswers, waitForAnswers } from './answers.ts';
import { checkDay, listDemoDays, setCheckInterval, setDay, type Story } from './story.ts';

/** A round takes a second. */
const ROUND_MS = 60_000;

/** What the demo knows while it runs, with the service that it runs. */
export interface Progress extends Story {
  app: Awaited<ReturnType<typeof startService>>;
}

/** How a step says how far it is. */
export interface Say {
  readonly title: (text: string) => void;
  readonly line: (text: string) => void;
  /** The last line of a part. */
  readonly end: (text: string) => void;
}

/** Simulates days: positions are checked, assistants are asked, and alerts judge each day. Returns a line for the screen. */
export async function simulate(story: Progress, count: number, say: Say): Promise<string> {
  const days = await listDemoDays(story, { days: count, today: story.app.context.clock.now() });
  const total = formatPlural(days.length, 'day');
  const { before, from } = await listAnswerDays(story, days);
  await setCheckInterval(story, 'manual');
  for (const day of before) {
    say.title(`Ask assistants, ${day}`);
    if (day === from) await planAnswers(story, day);
    await setDay(story, day);
    await askDue(story);
  }
  for (const [at, day] of days.entries()) {
    say.title(`Simulate ${total} ${toBar(at, days.length)} ${day}`);
    if (day === from) await planAnswers(story, day);
    await setDay(story, day);
    const [{ checked }] = await Promise.all([
      checkDay(story, (done, all) => (done < all ? say.line : say.end)(`${day}: ${done} of ${all} result pages`)),
      day >= from && askDue(story),
    ]);
    story.checks += checked;
    await judgeDay(story, day);
  }
  await setCheckInterval(story, 'daily');
  return `Simulated ${total} ${toBar(days.length, days.length)} ${formatPlural(story.checks, 'result page')} read`;
}

/** Asks assistants what is due by the plan. */
async function askDue(story: Progress): Promise<void> {
  const { workflows } = story.app.context;
  await workflows.waitFor(await workflows.start('answer-round', {}), ROUND_MS);
  await waitForAnswers(story, ROUND_MS);
}

/** What alerts say of a day is said before the next one comes, as ten minutes after the last check it would be. */
async function judgeDay({ projectId, app }: Progress, day: string): Promise<void> {
  const { workflows } = app.context;
  const round = { project_id: projectId, day, kind: 'scheduled', is_settled: true } as const;
  const id = await workflows.start('alert-round', round, { id: `demo-round:${projectId}:${day}` });
  await workflows.waitFor(id, ROUND_MS);
}

const BAR_WIDTH = 20;

function toBar(done: number, all: number): string {
  const filled = Math.round((BAR_WIDTH * done) / all);
  return `${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)}`;
}
