import type { GetRunByRunIdStatusResponse as Run } from '#client';
import { Text } from '@mantine/core';
import { useMemo } from 'react';
import { formatCount, formatUsd } from '#data/format.ts';
import { toLanguageName } from '#data/names.ts';
import { Bars } from '#ui/charts/bars.tsx';
import { Facts } from '#ui/layout/facts.tsx';
import { Section } from '#ui/layout/section.tsx';
import { toCount } from '../keyword-columns.tsx';
import { toBusinessName, toCategoryName, toCategoryPath } from '../words.ts';

/** What a run went by, and how many keywords each category has. */
export function Confirmed({ run }: { readonly run: Run }) {
  const { user_customization: confirmed, enrichment, harvest } = run;
  const bars = useMemo(
    () =>
      Object.entries(harvest?.by_category ?? {}).map(([path, { total_keywords: value }]) => ({
        label: toCategoryName(path),
        parts: [{ name: 'keywords', value }],
        reading: toCount(run),
      })),
    [harvest, run],
  );
  return (
    <>
      {harvest !== null && harvest.kept_keywords > 0 && (
        <Section title="Keywords by category">
          <Bars label="Keywords by category" barName="Category" bars={bars} format={formatCount} below="names" height={200} />
        </Section>
      )}
      <Section title="What the run was based on">
        {confirmed === null ? (
          <Text size="sm">Nothing was confirmed.</Text>
        ) : (
          <Facts
            facts={[
              ['Type of business', enrichment ? toBusinessName(enrichment.business_type) : '–'],
              ['About', confirmed.business_focus],
              ['Categories', confirmed.categories.map(({ path, name }) => (path ? toCategoryPath(path) : name)).join('; ')],
              [
                'Places',
                confirmed.locations
                  .map(({ location_name: name, language_code: language }) => `${name} (${toLanguageName(language)})`)
                  .join(', '),
              ],
              ['Ideas asked from', (confirmed.seed_keywords ?? enrichment?.seed_keywords ?? []).join(', ') || 'nothing but the categories'],
              ['Names', confirmed.app_names.join(', ') || 'none'],
              ['Keyword limit', formatCount(confirmed.limits.keywords_max)],
              ...(confirmed.limits.cost_usd_max === undefined
                ? []
                : [
                    [
                      'Cost limit',
                      confirmed.limits.cost_usd_max === null ? 'budgets only' : formatUsd(confirmed.limits.cost_usd_max),
                    ] as const,
                  ]),
            ]}
          />
        )}
      </Section>
    </>
  );
}
