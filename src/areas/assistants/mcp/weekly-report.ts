import type { Answer, ToolCall } from '#area/assistant-tool.ts';
import { toQuery, toQuoted } from '#area/tool-fields.ts';

const SHOWN = 10;

/** The newest week of a project as Markdown: outcomes, moves, and what failed. */
export async function toWeeklyReport(ask: ToolCall['ask'], id: string): Promise<string> {
  const seen = await ask('GET /api/projects/{project_id}/overview', { params: { project_id: id } });
  const moves = await ask('GET /api/rankings/moves', { query: toQuery({ project_id: id, since: 'week', limit: SHOWN }) });
  const failed = await ask('GET /api/rankings/failures', {
    query: toQuery({ project_id: id, from: moves.before ?? moves.after, to: moves.after, limit: SHOWN }),
  });
  const { tracked, ranked, not_found, failed: lacking, pending } = seen.outcomes;
  const { up, down, new: found, lost } = moves.counts;
  return [
    `# ${toQuoted(seen.name)}: ${moves.before ?? '?'} to ${moves.after}`,
    `Of ${tracked} keywords ${ranked} rank, ${not_found} were not found, ${lacking} could not be read, ${pending} wait for their first check.`,
    `Since the week before: ${up} up, ${down} down, ${found} new, ${lost} lost. ${failed.pagination.total} checks failed.`,
    toList('Fell', moves.fell),
    toList('Rose', moves.rose),
    failed.failures.length === 0
      ? ''
      : `## Failed\n\n${failed.failures.map(({ keyword, day, error }: Answer) => `- ${keyword}, ${day}: ${error ?? 'no reason given'}`).join('\n')}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function toList(title: string, rows: readonly Answer[]): string {
  if (rows.length === 0) return `## ${title}\n\nNothing.`;
  const lines = rows.map(
    ({ keyword, device, previous_position: before, position }) =>
      `- ${keyword} (${device}): ${before ?? 'not found'} to ${position ?? 'not found'}`,
  );
  return `## ${title}\n\n${lines.join('\n')}`;
}
