import type { WatchedBrand } from '../detection/detect-mentions.ts';

export const BRAND_ROLES = ['own', 'competitor'] as const;
export type BrandRole = (typeof BRAND_ROLES)[number];

/** A brand that a project watches in answers. */
export interface AnswerBrand extends WatchedBrand {
  readonly projectId: string;
  readonly role: BrandRole;
  readonly createdAt: Date;
}
