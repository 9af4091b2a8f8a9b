import { z } from 'zod';
import {
  AnswersReportFields,
  ENDED_STATUSES,
  readAnswersReport,
  toAnswersReportBody,
  toWeeksBefore,
  toWeeksWithin,
  type ReportedSurfaceBody,
} from '#areas/answers/index.ts';
import { countDaysBetween } from '#kernel/days.ts';
import { defineSection } from './section.ts';

const RATES = ['mention_rate', 'citation_rate'] as const;
const ENDS = ['', '_low', '_high'] as const;
const named = (name: string): string[] => ENDS.map((end) => `${name}${end}`);
const COLUMNS = [
  'surface',
  'surface_kind',
  'from',
  'to',
  'compared_from',
  'compared_to',
  ...ENDED_STATUSES,
  'pending',
  ...RATES.flatMap((rate) => [...named(rate), `${rate}_n`, `${rate}_successes`, `${rate}_verdict`, ...named(`${rate}_change`)]),
  ...named('share_of_voice'),
  'share_of_voice_answers',
  'share_of_voice_own',
  'share_of_voice_all',
];

/** How often assistants name and cite us, in whole weeks. */
export const answers = defineSection({
  name: 'answers',
  ignores: ['device', 'engine', 'channel', 'tagId', 'keywords', 'outcomes'],
  schema: z.object(AnswersReportFields),
  load: async (ctx, { projectId, filter: { locationCode, languageCode }, span, today, compared }) => {
    const weeks = toWeeksWithin(span, today);
    // A young project may have nothing to compare with but its first day, which is no week before: then it is the weeks before.
    const backDays = compared === null ? 0 : countDaysBetween(compared.from, span.from);
    const before = weeks === undefined || compared === null ? undefined : toWeeksBefore(weeks, backDays);
    return toAnswersReportBody(await readAnswersReport(ctx, { projectId, weeks, before, locationCode, languageCode }));
  },
  columns: () => COLUMNS,
  toRows: ({ weeks, compared_weeks: compared, surfaces, pending }) =>
    surfaces.map((one) => ({
      surface: one.surface,
      surface_kind: one.surface_kind,
      from: weeks?.from,
      to: weeks?.to,
      compared_from: compared?.from,
      compared_to: compared?.to,
      ...Object.fromEntries(ENDED_STATUSES.map((status) => [status, one.samples[status] ?? 0])),
      pending,
      ...Object.assign({}, ...RATES.map((rate) => toRateCells(one, rate))),
      ...toShareCells(one.share_of_voice),
    })),
});

type Cells = Readonly<Record<string, unknown>>;

function toRateCells({ change, ...one }: ReportedSurfaceBody, rate: (typeof RATES)[number]): Cells {
  const { value, low, high, n, successes } = one[rate];
  const changed = change?.[rate];
  return {
    ...toInterval(rate, { value, low, high }),
    [`${rate}_n`]: n,
    [`${rate}_successes`]: successes,
    [`${rate}_verdict`]: changed?.verdict,
    ...toInterval(`${rate}_change`, { value: changed?.difference, low: changed?.low, high: changed?.high }),
  };
}

function toShareCells({ value, low, high, answers: n, own, all }: ReportedSurfaceBody['share_of_voice']): Cells {
  const name = 'share_of_voice';
  return { ...toInterval(name, { value, low, high }), [`${name}_answers`]: n, [`${name}_own`]: own, [`${name}_all`]: all };
}

function toInterval(name: string, { value, low, high }: { value: unknown; low: unknown; high: unknown }): Cells {
  return { [name]: value, [`${name}_low`]: low, [`${name}_high`]: high };
}
