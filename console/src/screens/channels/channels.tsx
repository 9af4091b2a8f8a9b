import { getChannels } from '#client';
import { useProjectId } from '#app/project.ts';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { useAnswer } from '#data/answers/answers.ts';
import { ChannelList } from './channel-list.tsx';
import { channelsSearch } from './search.ts';

const LIMIT = 100;
const EVERY_MS = 30_000;

/** Where messages about a project are sent to: channels of its own, and those of its organization. */
export function View() {
  const projectId = useProjectId();
  const { offset = 0 } = useScreenSearch(channelsSearch).search;
  const asked = { project_id: projectId };
  const answer = useAnswer(getChannels, { query: { limit: LIMIT, offset, ...asked } }, { everyMs: EVERY_MS });
  return <ChannelList title="Channels" asked={asked} answer={answer} owner={asked} />;
}
