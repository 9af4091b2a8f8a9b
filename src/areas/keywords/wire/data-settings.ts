import { z } from 'zod';
import { dryRunField } from '#areas/costs/index.ts';
import { idField, integerField } from '#http/fields.ts';
import type { DataSettings, DataSettingsState } from '../data-settings/data-settings.ts';
import { HISTORY_MONTHS_MAX, USUAL_MONTHS } from '../metrics/metrics.ts';

export const DataSettingsParams = z.object({ project_id: idField() });

const CLICKSTREAM = 'Also the searches of people whose browsing is known, each month. Doubles the price of figures.';

/** How far back months reach. */
export function historyMonthsField() {
  return integerField({ min: USUAL_MONTHS, max: HISTORY_MONTHS_MAX });
}

export const DataSettingsBody = z.object({
  include_clickstream_data: z.boolean().optional().meta({ description: CLICKSTREAM }),
  history_months: historyMonthsField()
    .optional()
    .meta({ description: 'Above 12 the past is bought once for each keyword, as far back as the provider has it.' }),
  dry_run: dryRunField(),
});

const count = () => z.int();

export const DataSettingsResponse = z.object({
  success: z.boolean(),
  project_id: z.string(),
  include_clickstream_data: z.boolean().meta({ description: CLICKSTREAM }),
  history_months: z.int(),
  coverage: z
    .object({
      keywords: count(),
      with_figures: count(),
      with_history: count().meta({ description: 'Their months reach as far back as those of the provider.' }),
      with_clickstream: count(),
      without_offer: count().meta({ description: 'In places where the provider sells neither.' }),
    })
    .meta({ description: 'Of the tracked keywords: a text counts once for each place and language.' }),
});

export function toDataChanges(body: z.output<typeof DataSettingsBody>): Partial<DataSettings> {
  const { include_clickstream_data: withClickstream, history_months: historyMonths } = body;
  return { ...(withClickstream === undefined ? {} : { withClickstream }), ...(historyMonths === undefined ? {} : { historyMonths }) };
}

export function toDataSettingsBody(projectId: string, { settings, coverage }: DataSettingsState): z.input<typeof DataSettingsResponse> {
  return {
    success: true,
    project_id: projectId,
    include_clickstream_data: settings.withClickstream,
    history_months: settings.historyMonths,
    coverage: {
      keywords: coverage.keywords,
      with_figures: coverage.withFigures,
      with_history: coverage.withHistory,
      with_clickstream: coverage.withClickstream,
      without_offer: coverage.withoutOffer,
    },
  };
}
