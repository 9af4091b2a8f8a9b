import { readFile } from 'node:fs/promises';
import { Listr } from 'listr2';
import { makeDemoLink } from '#areas/people/index.ts';
import { readConfig, type Config } from '#config';
import { buildConsole, endAtOnce, stopOnSignal } from '../serve.ts';
import { startService } from '../start-problems.ts';
import { trackApps } from './apps.ts';
import { classifyList, waitForClassification } from './classification.ts';
import { makeDemoClient } from './client.ts';
import { waitForOnboarding } from './domains.ts';
import { printReport, toConsoleSteps, toEarlyLink, toNextSteps } from './report.ts';
import { runDemoResearch } from './research.ts';
import { simulate, type Progress, type Say } from './simulate.ts';
import { addAssets, chooseStory, createDemoProject, trackDemoKeywords } from './story.ts';
import { formatPlural } from '#kernel/text.ts';

export interface DemoOptions {
  readonly exit: boolean;
  readonly days: number;
  readonly keywords: number;
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
  process.stdout.write(toNextSteps(progress, progress.app.url, `${config.dataDir}/admin-key`));
  process.stdout.write(toConsoleSteps((await makeDemoLink(progress.app.context)).link));

  async function openService(demoConfig: Config, story: Progress): Promise<void> {
    story.app = await startService(demoConfig, { onStoreLost: endAtOnce });
    const sandboxUrl = story.app.context.config.sandbox;
    if (sandboxUrl === undefined) throw new Error('The demo needs the sandbox.');
    const key = demoConfig.adminKey ?? (await readFile(`${demoConfig.dataDir}/admin-key`, 'utf8')).trim();
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
