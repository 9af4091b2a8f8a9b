import { Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { AnswerBrand, IndexPage, IndexRow } from '#client';
import { formatInstant, formatPlural } from '#data/format.ts';
import { joinSentences } from '#data/sentence.ts';
import { useGridPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Section } from '#ui/layout/section.tsx';
import { Answered, Empty } from '#ui/states/answered.tsx';
import { useBrands } from './data/use-answers.ts';
import { AskIndex, type FoundIndex } from './lookup/ask-index.tsx';
import { makePageColumns, makeRowColumns } from './lookup/columns.ts';
import { Ways } from './overview/ways.tsx';

/** Answers of the provider's own index: apart from the project's own samples, and for finding what to ask. */
export function View() {
  const [found, setFound] = useState<FoundIndex>();
  return (
    <>
      <PageHeader
        title="Index"
        lead="Which questions of the provider's own list name or cite a brand, and which pages they cite."
        description="The provider chose these questions and asked them itself: they are for finding prompts, and count in no rate of the project. A list serves for a day."
        actions={<Ways at="Index" />}
      />
      <Answered answer={useBrands()} height={320}>
        {({ brands }) =>
          brands.length === 0 ? (
            <Empty title="Brands are missing">Say in the setup which brands answers are read for: they are looked up here.</Empty>
          ) : (
            <>
              <AskIndex brands={brands} onFound={setFound} />
              {found && <Found found={found} brands={brands} />}
            </>
          )
        }
      </Answered>
    </>
  );
}

function Found({ found, brands }: { readonly found: FoundIndex; readonly brands: readonly AnswerBrand[] }) {
  const { rows, pages, total, fetched_at: at } = found;
  const place = useGridPlace();
  const rowColumns = useMemo(() => makeRowColumns(brands, at.slice(0, 10)), [brands, at]);
  const pageColumns = useMemo(() => makePageColumns(at.slice(0, 10)), [at]);
  return (
    <Stack>
      <Text size="sm">
        {joinSentences([
          `${formatPlural(rows.length, 'answer')} of ${total === null ? 'an unknown number' : total} in the index, as of ${formatInstant(at)} UTC.`,
        ])}
      </Text>
      <RowsGrid
        label="Answers of the index"
        rows={rows}
        columns={rowColumns}
        rowKey={toRowKey}
        place={place}
        fileName="answer-index"
        empty={<Empty title="No answer of the index fits">The provider has none for this brand in this market.</Empty>}
      />
      {pages.length > 0 && (
        <Section title="Cited pages">
          <RowsGrid
            label="Cited pages"
            rows={pages}
            columns={pageColumns}
            rowKey={toPageKey}
            place={place}
            fileName="answer-index-pages"
            empty={null}
          />
        </Section>
      )}
    </Stack>
  );
}

const toRowKey = ({ question }: IndexRow): string => question;
const toPageKey = ({ url }: IndexPage): string => url;
