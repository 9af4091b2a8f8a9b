/** Names of colors that are legible on light and dark ground. */
export const TAG_COLORS = [
  'gray',
  'red',
  'pink',
  'grape',
  'violet',
  'indigo',
  'blue',
  'cyan',
  'teal',
  'green',
  'lime',
  'yellow',
  'orange',
] as const;
export type TagColor = (typeof TAG_COLORS)[number];

export const TAG_NAME_LENGTH_MAX = 40;
/** Tags of one project. */
export const TAGS_MAX = 200;
/** Tags of one keyword. */
export const TAGS_OF_KEYWORD_MAX = 20;

/** What is shown of a tag beside a keyword. */
export interface Tag {
  readonly id: string;
  readonly name: string;
  readonly color: TagColor;
}

/** A tag of a project. Names differ from each other in more than upper and lower case. */
export interface ProjectTag extends Tag {
  readonly projectId: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
