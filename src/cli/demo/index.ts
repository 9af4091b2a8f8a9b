import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Listr } from 'listr2';
import { makeDemoLink } from '#areas/people/index.ts';
import { readConfig, type Config } from '#config';
import { buildConsole, endAtOnce, stopOnSignal } from '../serve.ts';
import { startService } from '../start-problems.ts';
import { listAnswerDays, planAnswers, waitForAnswers } from './answers.ts';
import { trackApps } from './apps.ts';
import { classifyList, waitForClassification } from './classification.ts';
import { makeDemoClient } from './client.ts';
import { waitForOnboarding } from './domains.ts';
import { printReport, toConsoleSteps, toEarlyLink, toNextSteps } from './report.ts';
import { runDemoResearch } from './research.ts';
import {
  addAssets,
  checkDay,
  chooseStory,
  createDemoProject,
  listDemoDays,
  setCheckInterval,
  setDay,
  trackDemoKeywords,
  type Story,
} from './story.ts';
import { formatPlural } from '#kernel/text.ts';

export interface DemoOptions {
  readonly exit: boolean;
  readonly days: number;
  readonly keywords: number;
}

/** A round takes a second. */
const ROUND_MS = 60_000;

interface Progress extends Story {
  app: Awaited<ReturnType<typeof startService>>;
}

/**
 * The main job from beginning to end, over the public API of a service on embedded stores and the
 * sandbox. Runs again on the same folder: it goes on where it ended.
 */
export async function runDemo(options: DemoOptions): Promise<void> {
  const config = readDemoConfig();
  const progress = {} as Progress;
  const steps = listSteps(options, (story) => openService(config, story));
  await new Listr<Progress>(
    steps.map(({ title, run }, at) => {
      const number = `${at + 1} of ${steps.length}: `;
      return {
        title: `${number}${title}`,
        task: async (story, task) => void (task.title = number + ((await run(story, sayTo(task, number))) ?? title)),
      };
    }),
    { ctx: progress, rendererOptions: { collapseSubtasks: false } },
  ).run();
  await printReport(progress);
  if (options.exit) {
    process.stdout.write('\nRun it without --exit to leave the service running; it goes on where this ended.\n');
    return progress.app.stop();
  }
  stopOnSignal(progress.app.stop, (line) => process.stdout.write(`\n${line}\n`));
  process.stdout.write(toNextSteps(progress, progress.app.url, join(config.dataDir, 'admin-key')));
  process.stdout.write(toConsoleSteps((await makeDemoLink(progress.app.context)).link));

  async function openService(demoConfig: Config, story: Progress): Promise<void> {
    story.app = await startService(demoConfig, { onStoreLost: endAtOnce });
    const sandboxUrl = story.app.context.config.sandbox;
    if (sandboxUrl === undefined) throw new Error('The demo needs the sandbox.');
    const key = demoConfig.adminKey ?? (await readFile(join(demoConfig.dataDir, 'admin-key'), 'utf8')).trim();
    Object.assign(story, await chooseStory(makeDemoClient(story.app.url, key), makeDemoClient(sandboxUrl), options.keywords));
  }
}

interface Step {
  readonly title: string;
  /** Returns the line that stands when it is done, its title unless given. */
  readonly run: (story: Progress, say: Say) => Promise<string | void>;
}

/** Days are simulated for a minute or more: who wants to look meanwhile need not wait. */
async function openConsole({ app }: Progress): Promise<string> {
  buildConsole(app);
  return toEarlyLink((await makeDemoLink(app.context)).link);
}

function listSteps({ exit, keywords, days }: DemoOptions, openService: (story: Progress) => Promise<void>): readonly Step[] {
  return [
    { title: 'Start the service: PostgreSQL, ClickHouse, workflows, sandbox', run: openService },
    { title: 'Create a project', run: createDemoProject },
    { title: 'Add a website and its competitor', run: addAssets },
    { title: 'Onboard both domains: links, ranked keywords, brand properties', run: (story, say) => waitForOnboarding(story, say.line) },
    { title: 'Classify the domains that link to them', run: (story, say) => waitForClassification(story, say.line) },
    { title: 'Classify a list of domains, pages and keywords', run: (story, say) => classifyList(story, say.line) },
    { title: 'Research keywords for the website', run: (story, say) => runDemoResearch(story, say.line) },
    { title: `Track ${formatPlural(keywords, 'keyword')} on two devices`, run: trackDemoKeywords },
    ...(exit ? [] : [{ title: 'Open the console', run: openConsole }]),
    { title: `Simulate ${formatPlural(days, 'day')}, and weeks of answers of assistants`, run: (story, say) => simulate(story, days, say) },
    { title: 'Track an app on both app stores', run: (story, say) => trackApps(story, say.line) },
  ];
}

async function simulate(story: Progress, count: number, say: Say): Promise<string> {
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

/** How a step says how far it is. */
interface Say {
  readonly title: (text: string) => void;
  readonly line: (text: string) => void;
  /** The last line of a part. */
  readonly end: (text: string) => void;
}

/** Where no terminal shows one line in the place of another, so much time lies between two lines of a step. */
const QUIET_MS = 10_000;

function sayTo(task: { title: string; output: string }, number: string): Say {
  const show = (text: string): void => void (task.output = text);
  if (process.stdout.isTTY) return { title: (text) => void (task.title = number + text), line: show, end: show };
  let saidAt = performance.now();
  const line = (text: string): void => {
    if (performance.now() - saidAt < QUIET_MS) return;
    saidAt = performance.now();
    show(text);
  };
  return { title: () => undefined, line, end: show };
}

/** The environment as it is, with the sandbox, without the pauses that real stores want and the log lines that would spoil the picture. */
function readDemoConfig(): Config {
  const config = readConfig();
  const appStore = { ...config.appStore, delaySeconds: 0 };
  return {
    ...config,
    appStore,
    storeBDelaySeconds: 0,
    sandbox: config.sandbox ?? 'start',
    logLevel: config.logLevel === 'info' ? 'error' : config.logLevel,
  };
}

const BAR_WIDTH = 20;

function toBar(done: number, all: number): string {
  const filled = Math.round((BAR_WIDTH * done) / all);
  return `${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)}`;
}
