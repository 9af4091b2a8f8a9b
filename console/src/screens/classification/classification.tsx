import { toWords } from '#data/words.ts';
import { SimpleGrid } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import {
  getAdminClassificationStats,
  getAdminClassifierCorrectionsStats,
  getAdminClassifierDomainStats,
  type GetAdminClassificationStatsResponse,
} from '#client';
import { useAnswer } from '#data/answers/answers.ts';
import { formatCount, formatDecimal, formatPlural } from '#data/format.ts';
import { formatShare } from '#data/shares.ts';
import { Answered, Empty } from '#ui/states/answered.tsx';
import { ButtonLink } from '#ui/links/app-link.tsx';
import { Bars } from '#ui/charts/bars.tsx';
import { OWN_COLOR, toCssColor } from '#ui/charts/colors.ts';
import { Distribution } from '#ui/charts/distribution.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Section } from '#ui/layout/section.tsx';
import { Stat } from '#ui/layout/stat.tsx';
import { useCount } from './use-count.ts';
import { sayClassified, toBuckets, toShares, type Share } from './figures.ts';
import { KIND_WORDS, KINDS } from './lists/words.ts';
import { Sources } from './sources.tsx';
import { toReadColumns, type RowColumn } from '#ui/grid/columns/column.ts';
import { column } from '#ui/grid/columns/kinds.ts';
import { useLocalPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';

const REVIEW = '/classification/review';

/** How much is classified, how surely, as what, and how right it was. */
export function View() {
  const known = useAnswer(getAdminClassificationStats, {});
  const said = useAnswer(getAdminClassifierCorrectionsStats, {});
  return (
    <>
      <PageHeader
        title="Classification"
        lead={known.data ? sayClassified(known.data.summary) : 'How known pages and domains are classified, and with what confidence.'}
        actions={
          <>
            <ButtonLink to={REVIEW} variant="default">
              Review pages
            </ButtonLink>
            <ButtonLink to="/classification/classify">Classify a list</ButtonLink>
          </>
        }
      />
      <Answered answer={known} height={320}>
        {({ summary, lists, distributions }) => (
          <>
            <Figures summary={summary} lists={lists} />
            <Confidence confidence={distributions.confidence} total={summary.urls.total} />
            <Answered answer={said} height={240}>
              {(corrections) => <Sources counts={distributions.url_sources} corrections={corrections} />}
            </Answered>
            <SimpleGrid cols={{ base: 1, md: 2 }}>
              <Labels title="Types of pages" dimension="page_type" counts={distributions.page_types} />
              <Labels title="Types of domains" dimension="domain_type" counts={distributions.domain_types} />
            </SimpleGrid>
          </>
        )}
      </Answered>
    </>
  );
}

type Counted = Pick<GetAdminClassificationStatsResponse, 'summary' | 'lists'>;

function Figures({ summary: { urls, domains }, lists }: Counted) {
  const links = useAnswer(getAdminClassifierDomainStats, {}).data?.referring;
  const count = useCount();
  const ofPages = count(formatPlural(urls.total, 'known page'));
  const inLists = KINDS.reduce((sum, kind) => sum + lists[kind].total, 0);
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} mb="md">
      <Stat
        label="Domains classified"
        value={toCoverage(domains)}
        reading={count(formatPlural(domains.total, 'known domain'))}
        note={`${formatCount(domains.classified)} of ${formatCount(domains.total)} that were fetched or stand in a list`}
      />
      <Stat
        label="Linking domains classified"
        value={links ? toCoverage(links) : '–'}
        reading={count('the domains that link to a fetched one')}
        note={links ? `${formatCount(links.classified)} of ${formatCount(links.total)}, once for each site they link to` : 'being counted'}
      />
      <Stat
        label="Pages classified"
        value={toCoverage(urls)}
        reading={ofPages}
        note={`${formatCount(urls.classified)} of ${formatCount(urls.total)} that links or keywords lead to`}
      />
      <Stat
        label="Items of lists"
        value={formatCount(inLists)}
        reading={count(formatPlural(inLists, 'item of a list', 'items of lists'))}
        note={KINDS.map((kind) => formatPlural(lists[kind].total, ...KIND_WORDS[kind])).join(', ')}
      />
      <Stat
        label="Average confidence"
        value={formatDecimal(urls.avg_confidence)}
        reading={count(formatPlural(urls.classified, 'classified page'))}
        note="of 100, of classified pages"
      />
      <Stat label="Unsure pages" value={formatCount(urls.low_confidence)} reading={ofPages} note="confidence below 65: needs a review" />
      <Stat label="Content read" value={formatCount(urls.crawled)} reading={ofPages} note="classified with their content" />
    </SimpleGrid>
  );
}

/** Of nothing there is no share. */
function toCoverage({ total, classified }: { readonly total: number; readonly classified: number }): string {
  return formatShare(total === 0 ? null : classified / total);
}

function Confidence({ confidence, total }: { readonly confidence: Readonly<Record<string, number>>; readonly total: number }) {
  const navigate = useNavigate();
  const reading = useCount()(formatPlural(total, 'known page'));
  const buckets = toBuckets(confidence, total);
  const open = (id: string | undefined): void => {
    const offset = buckets.find((bucket) => bucket.id === id)?.offset;
    void navigate({ to: REVIEW, search: { offset: offset || undefined } } as never);
  };
  return (
    <Section title="Confidence of pages">
      <Bars
        label="Pages by confidence"
        barName="Confidence"
        below="names"
        bars={buckets.map(({ id, count }) => ({ label: id, parts: [{ name: 'pages', value: count }], reading }))}
        format={formatCount}
        height={180}
      />
      <Distribution
        label="Review the pages of a confidence"
        blocks={buckets.filter(({ count }) => count > 0).map(({ id, count }) => ({ id, label: id, count, color: toCssColor(OWN_COLOR) }))}
        reading={reading}
        chosen={[]}
        onChoose={([id]) => open(id)}
      />
    </Section>
  );
}

interface LabelsProps {
  readonly title: string;
  readonly dimension: 'page_type' | 'domain_type';
  readonly counts: Readonly<Record<string, number>>;
}

/** Counts of each label; a row leads to its pages in the review queue. */
function Labels({ title, dimension, counts }: LabelsProps) {
  const navigate = useNavigate();
  const count = useCount();
  const place = useLocalPlace();
  return (
    <Section title={title}>
      <RowsGrid
        label={title}
        rows={toShares(counts)}
        columns={toReadColumns(LABELS, count(`the labels of ${formatPlural(sumOf(counts), 'item')}`))}
        rowKey={({ id }) => id}
        place={place}
        fileName={`labels ${dimension}`}
        onOpen={({ id }) => void navigate({ to: REVIEW, search: { dimension, value: id } } as never)}
        empty={<Empty title="No labels yet" />}
      />
    </Section>
  );
}

function sumOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, one) => sum + one, 0);
}

const LABELS: readonly RowColumn<Share>[] = [
  column.text('label', 'Label', 220, { of: ({ id }) => toWords(id), isOnPhone: true }),
  column.count('count', 'Count', 110, { isOnPhone: true }),
  column.share('share', 'Share', 110, { isOnPhone: true }),
];
