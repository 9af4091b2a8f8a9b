import { type GetChannelsResponse, getChannels, getTags } from '#client';
import { useProjectId } from '#app/project.ts';
import { useAnswer } from '#data/answers/answers.ts';
import { formatPlural } from '#data/format.ts';

const CHANNELS_MAX = 200;

export type Channel = GetChannelsResponse['channels'][number];

/** What the sentence offers of the project. */
export interface Known {
  readonly tags: readonly { readonly id: string; readonly name: string }[];
  readonly channels: readonly Channel[];
}

export function useKnown(): Known {
  const projectId = useProjectId();
  const tags = useAnswer(getTags, { query: { project_id: projectId } });
  const channels = useAnswer(getChannels, { query: { project_id: projectId, limit: CHANNELS_MAX } });
  return { tags: tags.data?.tags ?? [], channels: channels.data?.channels ?? [] };
}

const ALL = 'all';
const BELL = 'bell';
const SOME = 'some';

/** Channels as one word of the sentence. */
export function toChannelValue(ids: readonly string[] | null): string {
  if (ids === null) return ALL;
  if (ids.length === 0) return BELL;
  return ids.length === 1 ? (ids[0] ?? BELL) : SOME;
}

export function toChannelIds(picked: string, before: string[] | null): string[] | null {
  if (picked === ALL) return null;
  if (picked === BELL) return [];
  return picked === SOME ? before : [picked];
}

/** Several are chosen behind "More". */
export function toChannelChoices(ids: readonly string[] | null, channels: readonly Channel[]) {
  const known = new Set(channels.map(({ id }) => id));
  const gone = (ids ?? []).filter((id) => !known.has(id));
  return [
    { value: ALL, label: 'all channels' },
    { value: BELL, label: 'the bell alone' },
    ...channels.map(({ id, name }) => ({ value: id, label: name })),
    ...(ids !== null && ids.length === 1 ? gone.map((id) => ({ value: id, label: 'a channel that is gone' })) : []),
    ...(ids !== null && ids.length > 1 ? [{ value: SOME, label: formatPlural(ids.length, 'channel') }] : []),
  ];
}
