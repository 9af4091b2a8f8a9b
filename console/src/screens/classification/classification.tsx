import { SimpleGrid } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import {
  getAdminClassificationStats,
  getAdminClassifierCorrectionsStats,
  type GetAdminClassificationStatsResponse,
} from '../../../../clients/typescript/src/index.ts';
import { useAnswer } from '../../data/answers.ts';
import { formatCount, formatDecimal, formatPlural, formatShare } from '../../data/format.ts';
import { Answered } from '../../ui/answered.tsx';
import { ButtonLink } from '../../ui/app-link.tsx';
import { Bars } from '../../ui/bars.tsx';
import { OWN_COLOR, toCssColor } from '../../ui/colors.ts';
import { Distribution } from '../../ui/distribution.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Section } from '../../ui/section.tsx';
import { Stat } from '../../ui/stat.tsx';
import { useCount } from './use-count.ts';
import { sayClassified, toBuckets } from './figures.ts';
import { Labels } from './labels.tsx';
import { Sources } from './sources.tsx';

const REVIEW = '/classification/review';

/** How much is classified, how surely, as what, and how right it was. */
export function View() {
  const known = useAnswer(getAdminClassificationStats, {});
  const said = useAnswer(getAdminClassifierCorrectionsStats, {});
  return (
    <>
      <PageHeader
        title="Classification"
        lead={known.data ? sayClassified(known.data.summary) : 'What known pages and domains were judged to be, and how sure that is.'}
        actions={<ButtonLink to={REVIEW}>Review pages</ButtonLink>}
      />
      <Answered answer={known} height={320}>
        {({ summary, distributions }) => (
          <>
            <Figures summary={summary} />
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

function Figures({ summary: { urls, domains } }: { readonly summary: GetAdminClassificationStatsResponse['summary'] }) {
  const count = useCount();
  const ofPages = count(formatPlural(urls.total, 'known page'));
  return (
    <SimpleGrid cols={{ base: 2, md: 5 }} mb="md">
      <Stat
        label="Pages classified"
        value={formatShare(urls.coverage_pct / 100)}
        reading={ofPages}
        note={`${formatCount(urls.classified)} of ${formatCount(urls.total)}`}
      />
      <Stat
        label="Average confidence"
        value={formatDecimal(urls.avg_confidence)}
        reading={count(formatPlural(urls.classified, 'classified page'))}
        note="of 100"
      />
      <Stat label="Unsure" value={formatCount(urls.low_confidence)} reading={ofPages} note="below 65: a person should look" />
      <Stat label="Content looked at" value={formatCount(urls.crawled)} reading={ofPages} note="pages that were read" />
      <Stat
        label="Domains classified"
        value={formatShare(domains.coverage_pct / 100)}
        reading={count(formatPlural(domains.total, 'known domain'))}
        note={`${formatCount(domains.classified)} of ${formatCount(domains.total)}`}
      />
    </SimpleGrid>
  );
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
