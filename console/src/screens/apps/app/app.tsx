import { Group } from '@mantine/core';
import { getAppsByAppId } from '#client';
import { useParameter, useProjectId } from '#app/project.ts';
import { useSession } from '#app/session.tsx';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { useAnswer } from '#data/answers/answers.ts';
import { toCountryName } from '#data/names.ts';
import { Empty } from '#ui/states/answered.tsx';
import { OutsideLink } from '#ui/links/outside-link.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { AppIcon } from '../app-icon.tsx';
import { appSearch } from '../search.ts';
import { toStorefront, toStoreName, type AppOfProject, type Platform } from '../store/store.ts';
import { TrackingButton, useIsTracked } from '../track/tracking-button.tsx';
import { FailedReadings } from './failed-readings.tsx';
import { sayApp } from './leads.ts';
import { AppTabs } from './tabs.tsx';

/** Where an app is looked for that was read in no country. */
const DEFAULT_COUNTRY = 'us';

/** One app: how it stands in its store, and what changed. */
export function View() {
  const projectId = useProjectId();
  const appId = useParameter('appId');
  const platform = useParameter('platform') as Platform;
  const { rights } = useSession();
  const { country } = useScreenSearch(appSearch).search;
  const answer = useAnswer(getAppsByAppId, { path: { app_id: appId }, query: { platform, ...toStorefront({ country }) } });
  const app: AppOfProject = { projectId, platform, appId, country };
  const known = answer.data;
  const { tracked } = useIsTracked(app);
  const isUnknown = answer.error?.status === 404;
  return (
    <>
      <PageHeader
        title={known?.title ?? appId}
        lead={known && sayApp(known)}
        description={
          <Group gap={8}>
            <AppIcon url={known?.icon_url ?? null} />
            {known ? `${toStoreName(platform)}, ${toCountryName(known.storefront)}` : toStoreName(platform)}
            {known && <OutsideLink href={known.url}>Open in the store</OutsideLink>}
          </Group>
        }
        actions={
          rights.has('edit') && (
            <TrackingButton
              app={app}
              title={known?.title ?? null}
              storefront={known?.storefront ?? (isUnknown ? (country ?? DEFAULT_COUNTRY) : undefined)}
            />
          )
        }
      />
      {tracked && <FailedReadings apps={[tracked]} />}
      {isUnknown ? (
        <Empty title="This app has not been read yet">Track it to have its page, its charts and its ratings read once a day.</Empty>
      ) : (
        <AppTabs app={app} answer={answer} />
      )}
    </>
  );
}
