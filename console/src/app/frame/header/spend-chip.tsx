import { getMe, getProjectsByProjectIdOverview } from '#client';
import { answerKey } from '#data/answers/answers.ts';
import { formatUsd, formatUsdTotal } from '#data/format.ts';
import { useLive } from '#data/live.ts';
import { screens } from '#screens/index.ts';
import { ButtonLink } from '#ui/links/app-link.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { useCurrentProjectId } from '#app/project.ts';
import { useSession } from '#app/session.tsx';
import { canOpen, toPath } from '#app/sidebar.ts';

const BUDGETS = {
  ok: { color: 'gray', sentence: 'within budget' },
  near: { color: 'orange', sentence: 'a budget is almost used up' },
  full: { color: 'red', sentence: 'a budget is used up' },
} as const;

/** What the month has cost so far, and whether a budget comes to its end. */
export function SpendChip() {
  const session = useSession();
  const projectId = useCurrentProjectId();
  const { cost_usd: costUsd, budgets } = session.me.month;
  // What a screen says beside it is read at the same time: two sums of one month that differ would both look wrong.
  useLive({
    topics: ['cost', ...(projectId === undefined ? [] : [`project:${projectId}`])],
    answers: [answerKey(getMe), answerKey(getProjectsByProjectIdOverview)],
    matches: ({ change }) => change === undefined || change === 'costs',
  });
  const costs = screens.find((screen) => screen.name === 'costs' && canOpen(screen, { ...session, projectId }));
  const { color, sentence } = BUDGETS[budgets];
  const say = (spent: string): string => `Spent this month: ${spent}, ${sentence}`;
  return (
    <ButtonLink
      to={costs ? toPath(costs, projectId) : '.'}
      variant={budgets === 'ok' ? 'subtle' : 'light'}
      color={color}
      size="compact-sm"
      title={say(formatUsd(costUsd))}
      aria-label={say(formatUsdTotal(costUsd))}
      visibleFrom="xs"
      leftSection={budgets === 'ok' ? <Icon name="coins" size={16} /> : <Icon name="alert" size={16} />}
    >
      {formatUsdTotal(costUsd)}
    </ButtonLink>
  );
}
