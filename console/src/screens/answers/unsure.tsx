import { Paper, Stack, Text } from '@mantine/core';
import { getAnswersUnsure, type UnsureName } from '#client';
import { useProjectId } from '#app/project.ts';
import { useMay } from '#app/session.tsx';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { useAnswer } from '#data/answers/answers.ts';
import { formatInstant, formatPlural } from '#data/format.ts';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { AppLink } from '#ui/links/app-link.tsx';
import { Pager } from '#ui/pager.tsx';
import { Answered, Empty } from '#ui/states/answered.tsx';
import { toSurfaceName } from './data/words.ts';
import { Decide } from './one/decide.tsx';
import { Ways } from './overview/ways.tsx';
import { unsureSearch } from './search.ts';

const LIMIT = 20;

/** Names that are perhaps a common word, for a person to decide. */
export function View() {
  const projectId = useProjectId();
  const { search, setSearch } = useScreenSearch(unsureSearch);
  const answer = useAnswer(getAnswersUnsure, { query: { project_id: projectId, limit: LIMIT, offset: search.offset ?? 0 } });
  const total = answer.data?.pagination.total;
  return (
    <>
      <PageHeader
        title="Unsure names"
        lead={
          total === undefined || total === 0
            ? 'Names that are perhaps a common word, for you to decide.'
            : `${formatPlural(total, 'name')} ${total === 1 ? 'is' : 'are'} perhaps a common word, and left out of rates.`
        }
        description="What you say decides that answer, and the same name between the same words in the others."
        actions={<Ways at="Unsure names" />}
      />
      <Answered answer={answer} height={320}>
        {({ names, pagination }) => (
          <>
            {names.length === 0 ? (
              <Empty title="Nothing to decide">
                A brand whose name is a common word stands here when nothing else says that it is meant.
              </Empty>
            ) : (
              <Stack>
                {names.map((one) => (
                  <Name key={`${one.sample_id} ${one.brand_id}`} one={one} projectId={projectId} />
                ))}
              </Stack>
            )}
            <Pager pagination={pagination} onOffset={(offset) => setSearch({ offset: offset || undefined })} />
          </>
        )}
      </Answered>
    </>
  );
}

function Name({ one, projectId }: { readonly one: UnsureName; readonly projectId: string }) {
  const mayEdit = useMay('edit');
  const { prompt_id: promptId, brand, brand_id: brandId, sample_id: sampleId, sentence, answered_at: at } = one;
  return (
    <Paper component="article" withBorder p="md" aria-label={brand}>
      <Text fw={600}>
        <bdi>{brand}</bdi>
      </Text>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {sentence === null ? 'The text of the answer is not kept any more.' : <bdi>{sentence}</bdi>}
      </Text>
      <Text size="xs" c="dimmed" mb="xs">
        {toSurfaceName(one.surface)}
        {at !== null && `, ${formatInstant(at)} UTC`} ·{' '}
        <AppLink to="/p/$projectId/answers/prompts/$promptId" params={{ projectId, promptId }} inherit>
          <bdi>{one.prompt}</bdi>
        </AppLink>
      </Text>
      {mayEdit && sentence !== null && <Decide sampleId={sampleId} brandId={brandId} brand={brand} />}
    </Paper>
  );
}
