import type { Mute } from '#client';
import { isolate } from '#data/isolate.ts';

/** What a mute holds back, in words. */
export function sayMuted({
  project_id: project,
  rule_name: rule,
  keyword,
  tag,
}: Pick<Mute, 'project_id' | 'rule_name' | 'keyword' | 'tag'>): string {
  const parts = [
    rule !== null && `the rule ${isolate(rule)}`,
    keyword !== null && `the keyword ${isolate(keyword)}`,
    tag !== null && `keywords with the tag ${isolate(tag)}`,
  ].filter((part) => part !== false);
  if (parts.length > 0) return `Muted: ${parts.join(', ')}`;
  return project === null ? 'Muted: all projects' : 'Muted: all alerts of the project';
}
