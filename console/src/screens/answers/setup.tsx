import { getAssets } from '#client';
import { useProjectId } from '#app/project.ts';
import { useHasPart } from '#app/session.tsx';
import { useAnswer } from '#data/answers/answers.ts';
import { formatPlural } from '#data/format.ts';
import { joinSentences } from '#data/sentence.ts';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Answered } from '#ui/states/answered.tsx';
import { COUNTED } from './data/say-answers.ts';
import { joinAnswers, useBrands, usePlan } from './data/use-answers.ts';
import { Ways } from './overview/ways.tsx';
import { BrandsForm } from './setup/brands-form.tsx';
import { toDrafts } from './setup/drafts.ts';
import { PlanForm } from './setup/plan-form.tsx';

/** Which names answers are read for, and how often assistants are asked. */
export function View() {
  const hasSites = useHasPart('sites');
  const assets = useAnswer(getAssets, { query: { project_id: useProjectId() } }, { isWanted: hasSites });
  const answer = joinAnswers({ brands: useBrands(), plan: usePlan(), ...(hasSites && { assets }) });
  const { data } = answer;
  return (
    <>
      <PageHeader
        title="Setup of answers"
        lead={
          data
            ? joinSentences([
                data.brands.brands.length > 0 && `Answers are read for ${formatPlural(data.brands.brands.length, 'brand')}.`,
                data.plan.plan.enabled ? 'Assistants are asked by the plan.' : 'Assistants are asked once the plan is on.',
              ])
            : 'Which names answers are read for, and how often assistants are asked.'
        }
        description={COUNTED}
        actions={<Ways at="Setup" />}
      />
      <Answered answer={answer} height={480}>
        {({ brands, plan, assets: websites }) => (
          <>
            <BrandsForm
              key={`brands ${brands.version}`}
              first={toDrafts(brands.brands, websites?.assets ?? [])}
              areSuggested={brands.brands.length === 0}
            />
            <PlanForm key={JSON.stringify(plan.plan)} plan={plan.plan} hasBrands={brands.brands.length > 0} />
          </>
        )}
      </Answered>
    </>
  );
}
