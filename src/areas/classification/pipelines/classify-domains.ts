import type { AppContext } from '#context';
import { classifyItems } from './classify-items.ts';
import type { Classified } from './classified.ts';
import { makeDomainPipeline } from './domain-pipeline.ts';
import type { ClassifyOptions } from './options.ts';
import type { DomainItem } from './items.ts';

const kind = { makePipeline: makeDomainPipeline, toSubject: ({ host }: DomainItem) => host };

/** What domains are, in the order of the items. Nothing is stored. */
export async function classifyDomains(ctx: AppContext, items: readonly DomainItem[], options: ClassifyOptions): Promise<Classified[]> {
  return await classifyItems(ctx, kind, { items, options });
}
