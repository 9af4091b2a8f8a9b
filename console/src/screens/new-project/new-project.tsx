import { Card, Group, Stack, Text } from '@mantine/core';
import { useProject } from '../../app/project.ts';
import { useScreenSearch } from '../../app/use-screen-search.ts';
import { Answered } from '../../ui/answered.tsx';
import { AppLink } from '../../ui/app-link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { newProjectSearch } from './index.ts';
import { SiteStep } from './site-step.tsx';
import { STEP_TITLES, STEPS, toShown, type Step } from './steps.ts';
import './steps.css';
import { later } from '../../ui/later.tsx';

const MarketStep = later(async () => (await import('./market-step.tsx')).MarketStep);
const CompetitorsStep = later(async () => (await import('./competitors-step.tsx')).CompetitorsStep);
const KeywordsStep = later(async () => (await import('./keywords-step.tsx')).KeywordsStep);
const StartStep = later(async () => (await import('./start-step.tsx')).StartStep);

/** Five short steps from a website to its first positions. Each can be left out, and the address says where one is. */
export function View() {
  const { search } = useScreenSearch(newProjectSearch);
  const step = toShown(search.step, search.project);
  return (
    <>
      <PageHeader title="New project" description="Five short steps; each can be left out and done later" />
      <Stack maw={960}>
        <StepList shown={step} />
        <Card withBorder padding="lg">
          {search.project === undefined ? <SiteStep /> : <ProjectStep step={step} projectId={search.project} />}
        </Card>
      </Stack>
    </>
  );
}

function StepList({ shown }: { readonly shown: Step }) {
  const { search } = useScreenSearch(newProjectSearch);
  return (
    <Group role="navigation" gap="xs" aria-label="Steps">
      {STEPS.map((step, index) => {
        const isOpen = step === 'site' || search.project !== undefined;
        const label = (
          <>
            <span className="step-number">{index + 1}</span> {STEP_TITLES[step]}
          </>
        );
        return isOpen ? (
          <AppLink
            key={step}
            to="/p/new"
            search={{ ...search, step }}
            className="step"
            aria-current={step === shown ? 'step' : undefined}
            c="inherit"
          >
            {label}
          </AppLink>
        ) : (
          <Text key={step} span c="dimmed" className="step">
            {label}
          </Text>
        );
      })}
    </Group>
  );
}

function ProjectStep({ step, projectId }: { readonly step: Step; readonly projectId: string }) {
  const answer = useProject(projectId);
  return (
    <Answered answer={answer} height={280}>
      {({ project }) => {
        switch (step) {
          case 'site':
            return <SiteStep project={project} />;
          case 'market':
            return <MarketStep project={project} />;
          case 'competitors':
            return <CompetitorsStep projectId={projectId} />;
          case 'keywords':
            return <KeywordsStep projectId={projectId} />;
          case 'start':
            return <StartStep projectId={projectId} />;
        }
      }}
    </Answered>
  );
}
