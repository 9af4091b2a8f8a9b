import type { Changes } from './use-edit.ts';

/** What was put into the form; empty fields leave everything as it is. */
export interface EditForm {
  readonly addTags: readonly string[];
  readonly removeTags: readonly string[];
  readonly star: string | null;
  readonly targetUrl: string;
  readonly note: string;
  readonly interval: NonNullable<Changes['check_interval']> | null;
  readonly strategy: NonNullable<Changes['depth_strategy']> | null;
}

export const EMPTY_FORM: EditForm = { addTags: [], removeTags: [], star: null, targetUrl: '', note: '', interval: null, strategy: null };

/** The form as a request. Tags are given by name; `ids` knows their ids. */
export function toChanges(form: EditForm, ids: ReadonlyMap<string, string>): Changes {
  const { addTags, removeTags, star, targetUrl, note, interval, strategy } = form;
  const toIds = (names: readonly string[]): string[] => names.map((name) => ids.get(name) ?? name);
  return {
    ...(addTags.length > 0 && { add_tag_ids: toIds(addTags) }),
    ...(removeTags.length > 0 && { remove_tag_ids: toIds(removeTags) }),
    ...(star !== null && { starred: star === 'starred' }),
    ...(targetUrl.trim() !== '' && { target_url: targetUrl.trim() }),
    ...(note.trim() !== '' && { note: note.trim() }),
    ...(interval !== null && { check_interval: interval }),
    ...(strategy !== null && { depth_strategy: strategy }),
  };
}
