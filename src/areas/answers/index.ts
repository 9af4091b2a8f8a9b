/** Answers of assistants: whether they name and cite us, counted with intervals. */
import { defineArea } from '#area/index.ts';
import { assistantTools } from './assistant-tools.ts';
import { answerAsk } from './asking/answer-ask.workflow.ts';
import { answerRound } from './asking/answer-round.workflow.ts';
import { assistantAnswers } from './asking/answers-question.ts';
import { answersQueue } from './queues.ts';
import { answersPrune } from './reading/answers-prune.workflow.ts';
import { answersRematch } from './reading/answers-rematch.workflow.ts';
import { answerEndpoints } from './routes/answers.ts';
import { correctionEndpoints } from './routes/corrections.ts';
import { indexEndpoints } from './routes/provider-index.ts';
import { settingEndpoints } from './routes/settings.ts';
import { sourceEndpoints } from './routes/sources.ts';
import { tables } from './tables.ts';

export { ENDED_STATUSES } from './rates/summarize.ts';
export { readAnswersReport, type AnswersReport, type ReportedSurface } from './report/read-report.ts';
export { toWeeksBefore, toWeeksThatEnd, toWeeksWithin } from './report/weeks.ts';
export { AnswersReportFields, toAnswersReportBody, type ReportedSurfaceBody } from './wire/report.ts';
export { listFirstCitations, listModelWeeks, type CitedOf } from './news/firsts.ts';
export { toSurfaceName } from './surface-names.ts';
export { listAnswerWeeks, type AnswerWeek } from './news/list-weeks.ts';

export const answers = defineArea({
  name: 'answers',
  summary: 'Answers of assistants: whether they name and cite us, counted with intervals, and the answers themselves as proof.',
  assistantTools,
  endpoints: [...settingEndpoints, ...answerEndpoints, ...sourceEndpoints, ...correctionEndpoints, ...indexEndpoints],
  workflows: [answerRound, answerAsk, answersRematch, answersPrune],
  queues: [answersQueue],
  schedules: [
    { name: 'answer-round', cron: '12 * * * *', workflow: 'answer-round', input: {} },
    { name: 'answers-prune', cron: '25 4 * * *', workflow: 'answers-prune', input: {} },
  ],
  questions: [assistantAnswers],
  tables,
  reads: ['projects'],
});
