import { Card, Stack } from '@mantine/core';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { SiteForm } from './site-form.tsx';
import { StepList } from './step-list.tsx';

/** The first of two steps from a website to its first positions: which website it is. */
export function View() {
  return (
    <>
      <PageHeader title="New project" lead="Two steps: your website, then the keywords it should rank for" />
      <Stack maw={720}>
        <StepList shown="site" />
        <Card withBorder padding="lg">
          <SiteForm />
        </Card>
      </Stack>
    </>
  );
}
