import { SimpleGrid, Text } from '@mantine/core';
import { getAnswersPromptsByPromptId, getAnswersSamples, type AnswerPrompt, type AnswerSample } from '#client';
import { useParameter, useProjectId } from '#app/project.ts';
import { useMay } from '#app/session.tsx';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { useAnswer } from '#data/answers/answers.ts';
import { formatInstant, formatPlural } from '#data/format.ts';
import { toLanguageName } from '#data/names.ts';
import { joinSentences } from '#data/sentence.ts';
import { useLocationNames } from '#data/location-names.ts';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { AppLink } from '#ui/links/app-link.tsx';
import { Pager } from '#ui/pager.tsx';
import { Answered, Empty } from '#ui/states/answered.tsx';
import { EVERY_MS, joinAnswers, useBrands, usePlan } from './data/use-answers.ts';
import { SURFACES } from './data/types.ts';
import { STATUS_WORDS } from './data/words.ts';
import { AskNow } from './one/ask-now.tsx';
import { SampleCard } from './one/sample-card.tsx';
import { EndPrompts } from './prompts/end-prompts.tsx';
import { promptSearch } from './search.ts';

const LIMIT = 6;
const SOON_MS = 3_000;

/** A prompt with its answers side by side, the newest first. */
export function View() {
  const promptId = useParameter('promptId');
  const projectId = useProjectId();
  const { search, setSearch } = useScreenSearch(promptSearch);
  const query = { project_id: projectId, prompt_id: promptId, limit: LIMIT, offset: search.offset ?? 0 };
  const newest = useAnswer(
    getAnswersSamples,
    { query: { ...query, limit: 1, offset: 0, status: 'pending' as const } },
    { everyMs: SOON_MS },
  );
  const isWaiting = (newest.data?.pagination.total ?? 0) > 0;
  const answer = joinAnswers({
    prompt: useAnswer(getAnswersPromptsByPromptId, { path: { prompt_id: promptId } }),
    samples: useAnswer(getAnswersSamples, { query }, { everyMs: isWaiting ? SOON_MS : EVERY_MS }),
    brands: useBrands(),
    plan: usePlan(),
  });
  return (
    <>
      {!answer.data && <PageHeader title="Prompt" lead="What assistants answer to it, as people see it." />}
      <Answered answer={answer} height={480}>
        {({ prompt: { prompt }, samples, brands, plan }) => (
          <>
            <PageHeader
              title={prompt.text}
              lead={saySamples(samples.samples, samples.pagination.total)}
              description={<About prompt={prompt} />}
              actions={<Actions prompt={prompt} surfaces={plan.plan.surfaces} />}
            />
            <Text size="sm" c="dimmed" mb="md">
              Marked in the texts: own names in bold with a line, those of competitors with dots, and those that are left out of rates with
              a wave. Texts are shown as the letters that came.
            </Text>
            {samples.samples.length === 0 ? (
              <Empty title="Waiting for the first answer">It is asked by the plan, or now by the button above.</Empty>
            ) : (
              <SimpleGrid cols={{ base: 1, md: 2, xl: 3 }}>
                {samples.samples.map((sample) => (
                  <SampleCard key={sample.id} sample={sample} brands={new Map(brands.brands.map((brand) => [brand.id, brand]))} />
                ))}
              </SimpleGrid>
            )}
            <Pager pagination={samples.pagination} onOffset={(offset) => setSearch({ offset: offset || undefined })} />
          </>
        )}
      </Answered>
    </>
  );
}

/** How the newest answers ended. */
function saySamples(samples: readonly AnswerSample[], total: number): string {
  const [newest] = samples;
  if (newest === undefined) return 'It is still to be asked for the first time.';
  return joinSentences([
    `Asked, or to be asked, ${formatPlural(total, 'time')}.`,
    `The newest: ${STATUS_WORDS[newest.status]}, ${formatInstant(newest.answered_at ?? newest.planned_for)} UTC.`,
  ]);
}

function About({ prompt }: { readonly prompt: AnswerPrompt }) {
  const projectId = useProjectId();
  const place = useLocationNames([prompt.location_code])(prompt.location_code);
  const { language_code: language, topic, tags, ended_at: ended } = prompt;
  return (
    <span style={{ display: 'inline-flex', flexWrap: 'wrap', gap: '0 14px' }}>
      <span>
        {place}, {toLanguageName(language)}
      </span>
      {topic !== null && (
        <span>
          Topic <bdi>{topic}</bdi>
        </span>
      )}
      {tags.length > 0 && <bdi>{tags.join(', ')}</bdi>}
      {ended !== null && <span>ended {formatInstant(ended)} UTC</span>}
      <AppLink size="sm" to="/p/$projectId/answers/prompts" params={{ projectId }}>
        Prompts
      </AppLink>
    </span>
  );
}

const SEEN = SURFACES.filter(({ kind }) => kind === 'seen').map(({ value }) => value);

interface ActionsProps {
  readonly prompt: AnswerPrompt;
  readonly surfaces: Parameters<typeof AskNow>[0]['first'];
}

function Actions({ prompt, surfaces }: ActionsProps) {
  const mayEdit = useMay('edit');
  if (!mayEdit || prompt.ended_at !== null) return null;
  return (
    <>
      <AskNow prompt={prompt} first={surfaces.length === 0 ? SEEN : surfaces} />
      <EndPrompts promptIds={[prompt.id]} onDone={() => undefined} />
    </>
  );
}
