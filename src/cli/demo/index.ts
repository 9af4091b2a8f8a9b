import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Listr } from 'listr2';
import { makeDemoLink } from '#areas/accounts/index.ts';
import { readConfig, type Config } from '#config';
import type { App } from '../../app.ts';
import { buildConsole, endAtOnce, stopOnSignal } from '../serve.ts';
import { startService } from '../start-problems.ts';
import { trackApps } from './apps.ts';
import { waitForClassification } from './classification.ts';
import { makeDemoClient } from './client.ts';
import { waitForOnboarding } from './domains.ts';
import { printReport, toConsoleSteps, toNextSteps } from './report.ts';
import { runResearch } from './research.ts';
import { addAssets, checkDay, chooseStory, createProject, listDays, setDay, trackKeywords, type Story } from './story.ts';

export interface DemoOptions {
  readonly exit: boolean;
  readonly days: number;
  readonly keywords: number;
}

interface Progress extends Story {
  app: App;
}

/**
 * The main job from beginning to end, over the public API of a service on embedded stores and the
 * sandbox. Runs again on the same folder: it goes on where it ended.
 */
export async function runDemo(options: DemoOptions): Promise<void> {
  const config = readDemoConfig();
  const progress = {} as Progress;
  await new Listr<Progress>(
    [
      { title: 'Start the service: PostgreSQL, ClickHouse, workflows, sandbox', task: (story) => openService(config, story) },
      { title: 'Create a project', task: async (story, task) => void (task.title = await createProject(story)) },
      { title: 'Add a website and its competitor', task: async (story, task) => void (task.title = await addAssets(story)) },
      {
        title: 'Onboard both domains: links, ranked keywords, brand properties',
        task: async (story, task) => void (task.title = await waitForOnboarding(story, (line) => (task.output = line))),
      },
      {
        title: 'Classify the domains that link to them',
        task: async (story, task) => void (task.title = await waitForClassification(story, (line) => (task.output = line))),
      },
      {
        title: 'Research keywords for the website',
        task: async (story, task) => void (task.title = await runResearch(story, (line) => (task.output = line))),
      },
      {
        title: `Track ${options.keywords} keywords on two devices`,
        task: async (story, task) => void (task.title = await trackKeywords(story)),
      },
      {
        title: `Simulate ${options.days} days`,
        task: async (story, task) => {
          const days = await listDays(story, { days: options.days, today: story.app.context.clock.now() });
          for (const [at, day] of days.entries()) {
            task.title = `Simulate ${days.length} days ${toBar(at, days.length)} ${day}`;
            await setDay(story, day);
            const { checked } = await checkDay(story, (done, all) => (task.output = `${day}: ${done} of ${all} result pages`));
            story.checks += checked;
          }
          task.title = `Simulated ${days.length} days ${toBar(days.length, days.length)} ${story.checks} result pages read`;
        },
      },
      {
        title: 'Track an app on both app stores',
        task: async (story, task) => void (task.title = await trackApps(story, (line) => (task.output = line))),
      },
    ],
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
  buildConsole(progress.app);

  async function openService(demoConfig: Config, story: Progress): Promise<void> {
    story.app = await startService(demoConfig, { onStoreLost: endAtOnce });
    const sandboxUrl = story.app.context.config.sandbox;
    if (sandboxUrl === undefined) throw new Error('The demo needs the sandbox.');
    const key = demoConfig.adminKey ?? (await readFile(join(demoConfig.dataDir, 'admin-key'), 'utf8')).trim();
    Object.assign(story, await chooseStory(makeDemoClient(story.app.url, key), makeDemoClient(sandboxUrl), options.keywords));
  }
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
