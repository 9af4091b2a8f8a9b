import { shapeSurprises } from '../measures.ts';
import { SERVICE } from './errors.ts';

/** Something in an answer that the documented shape does not have. Counted, never an error by itself. */
export type ShapeSurprise =
  | 'keyword_unreadable'
  | 'link_unreadable'
  | 'mention_unreadable'
  | 'app_unreadable'
  | 'score_out_of_scale'
  | 'item_without_type'
  | 'item_without_rank'
  | 'organic_without_address'
  | 'items_count_differs';

/** Counts what the documented shape does not have. */
export type OnSurprise = (kind: ShapeSurprise) => void;

/** Counts into `/metrics`: a rising count says that the provider changed something before anything breaks. */
export const countSurprise: OnSurprise = (kind) => shapeSurprises.add(1, { service: SERVICE, kind });
