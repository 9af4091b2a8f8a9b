import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Listr } from 'listr2';
import { makeDemoLink } from '#areas/people/index.ts';
import { readConfig, type Config } from '#config';
import { endAtOnce, stopOnSignal } from '../serve.ts';
import { startService } from '../start-problems.ts';
import { makeDemoClient } from './client.ts';
import { printReport, toConsoleSteps, toNextSteps } from './report.ts';
import { sayTo } from './say.ts';
import type { Progress } from './simulate.ts';
import { listSteps, type DemoOptions } from './steps.ts';
import { chooseStory } from './story.ts';

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
